import type { Writable } from 'node:stream';
import { type DatabaseConnection, forbidFileRemoval } from '@palaver/db';
import type { Sql, TransactionSql } from 'postgres';
import { BackupError } from '../backup-error.js';
import { ArchiveWriter } from '../format/archive-writer.js';
import type { End, Manifest } from '../format/manifest.js';
import { type OnProgress, ProgressCounter } from '../progress.js';
import { openSession } from '../session.js';
import { describe } from './catalogue.js';
import { copyFiles, keepFileKeys } from './copy-files.js';
import { copyTables } from './copy-tables.js';

export interface BackUpOptions {
  readonly connection: DatabaseConnection;
  /** The folder of the file store. Null: the files are elsewhere, and the backup has none of them. */
  readonly filesFolder: string | null;
  /** The version of Palaver. */
  readonly version: string;
  /** Ended when the backup is complete, destroyed when it fails. */
  readonly output: Writable;
  readonly onProgress?: OnProgress;
  /** How long to wait for removals of files that are under way, and for another backup. */
  readonly patienceMs?: number;
}

/** What a backup has. */
export type Summary = Manifest & Omit<End, 'sha256'>;

const NO_FILES = { files: 0, fileBytes: 0, missing: { files: 0, examples: [] } };

/**
 * Writes a backup of the database and the stored files while the service runs: everything that was committed when it began,
 * and nothing later. It takes one connection and no lock that a write of the service waits for. Stored files are not removed
 * before it has ended. Throws `BackupError` when another backup runs, or there is nothing to back up, and the errors of
 * the database and of the output.
 */
export async function backUp(options: BackUpOptions): Promise<Summary> {
  const { connection, filesFolder, output, patienceMs } = options;
  const session = openSession(connection);
  const progress = new ProgressCounter(options.onProgress);
  try {
    if (!(await forbidFileRemoval(session, patienceMs)))
      throw new BackupError('Another backup of this database is running.');
    const { archive, manifest, rows } = await copySnapshot(session, options, progress);
    const files = filesFolder === null ? NO_FILES : await copyFiles(session, filesFolder, archive, progress);
    await archive.end({ rows, ...files });
    return { ...manifest, rows, ...files };
  } catch (error) {
    output.destroy();
    throw error;
  } finally {
    await session.end({ timeout: 1 });
  }
}

interface CopiedTables {
  readonly archive: ArchiveWriter;
  readonly manifest: Manifest;
  readonly rows: Record<string, number>;
}

/** Copies the tables in a transaction that sees one instant and writes nothing. A failure ends the session. */
async function copySnapshot(
  session: Sql,
  { version, output }: BackUpOptions,
  progress: ProgressCounter,
): Promise<CopiedTables> {
  const failures: unknown[] = [];
  const copy = async (tx: TransactionSql): Promise<CopiedTables> => {
    try {
      const manifest = await describe(tx, version);
      await keepFileKeys(tx);
      const archive = new ArchiveWriter(output, new Date(manifest.takenAt));
      await archive.begin(manifest);
      return { archive, manifest, rows: await copyTables(tx, manifest, archive, progress) };
    } catch (error) {
      failures.push(error);
      // Rows that nobody reads would keep the connection from rolling back.
      void session.end({ timeout: 0 });
      throw error;
    }
  };
  return session.begin('isolation level repeatable read read only', copy).catch((error: unknown) => {
    // The end of the session fails the transaction too.
    throw failures[0] ?? error;
  });
}
