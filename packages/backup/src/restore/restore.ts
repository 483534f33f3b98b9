import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  type DatabaseConnection,
  listMigrations,
  MIGRATION_LOCK,
  type Migration,
  migrate,
  skipPositions,
} from '@palaver/db';
import type { Sql, TransactionSql } from 'postgres';
import { BackupError } from '../backup-error.js';
import { ArchiveReader } from '../format/archive-reader.js';
import type { End, Manifest } from '../format/manifest.js';
import { type Ledger, openErasures } from '../ledger.js';
import { type OnProgress, ProgressCounter } from '../progress.js';
import { openSession } from '../session.js';
import type { Summary } from '../take/back-up.js';
import { createSchema, dropForeignKeys, enableTriggers } from './create-schema.js';
import { emptyDatabase } from './empty-database.js';
import { load } from './load.js';
import { Staging } from './staging.js';

export interface RestoreOptions {
  readonly connection: DatabaseConnection;
  readonly dataDir: string;
  readonly input: Readable;
  /** What was erased since the backup, and is to be erased again. */
  readonly erasures?: Ledger | undefined;
  readonly onProgress?: OnProgress;
}

/**
 * Restores a backup into an empty database and data folder, and brings the schema up to this version. All rows are one
 * transaction, which is committed when the whole archive has been read and checked; the files are moved into place after it.
 * A restore that was killed is finished, or undone and begun anew, by the next one. Returns null when it only had to finish
 * an earlier one. Throws `BackupError`, and errors of the database and the disk.
 */
export async function restore(options: RestoreOptions): Promise<Summary | null> {
  const { connection, dataDir, input } = options;
  const session = openSession(connection);
  try {
    await requireOwner(dataDir);
    const earlier = await Staging.find(dataDir);
    const isFinished = earlier !== null && (await hasCommitted(session, earlier));
    if (!isFinished) await earlier?.remove();
    // The service does not start before the files are in place, so it starts with all that is to be erased.
    const prepare = async () => {
      await migrate(connection);
      if (options.erasures) await openErasures(session, options.erasures);
    };
    const summary = isFinished ? null : await restoreAnew(session, options, prepare);
    if (isFinished) {
      await prepare();
      await earlier.place();
    }
    await analyze(session);
    return summary;
  } finally {
    input.destroy();
    await session.end({ timeout: 1 });
  }
}

/** What root wrote, the service could not read. */
async function requireOwner(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const owner = await stat(dataDir).then(
    ({ uid }) => uid,
    () => 0,
  );
  if (owner === 0) return;
  throw new BackupError(
    `${dataDir} belongs to the user with the id ${owner}: run the restore as that user, who runs the service.`,
  );
}

/** Without statistics, Postgres plans as for small tables until it has looked at them itself. */
async function analyze(session: Sql): Promise<void> {
  const tables = (await listMigrations()).at(-1)?.tables ?? [];
  await session.unsafe(`analyze ${tables.map((name) => `public."${name}"`).join(', ')}`);
}

const markOf = ({ id }: Staging) => `palaver restore ${id}`;

async function hasCommitted(session: Sql, staging: Staging): Promise<boolean> {
  const [row] = await session<{ mark: string | null }[]>`
    select obj_description(to_regclass('drizzle.__drizzle_migrations'), 'pg_class') as mark`;
  return row?.mark === markOf(staging);
}

async function restoreAnew(
  session: Sql,
  { dataDir, input, onProgress }: RestoreOptions,
  prepare: () => Promise<void>,
): Promise<Summary> {
  const archive = await ArchiveReader.open(input);
  const staging = await Staging.begin(dataDir);
  const migrations = await listMigrations();
  let mayBeCommitted = false;
  const failures: unknown[] = [];
  try {
    const end = await session.begin(async (tx) => {
      try {
        const read = await restoreRows(tx, archive, migrations, staging, new ProgressCounter(onProgress));
        mayBeCommitted = true;
        return read;
      } catch (error) {
        failures.push(error);
        // A COPY that has not ended would keep the connection from rolling back.
        void session.end({ timeout: 0 });
        throw error;
      }
    });
    await prepare();
    await staging.place();
    const { sha256: _, ...totals } = end;
    return { ...archive.manifest, ...totals };
  } catch (error) {
    if (!mayBeCommitted) await staging.remove();
    // The end of the session fails the transaction too.
    throw failures[0] ?? error;
  }
}

async function restoreRows(
  tx: TransactionSql,
  archive: ArchiveReader,
  migrations: readonly Migration[],
  staging: Staging,
  progress: ProgressCounter,
): Promise<End> {
  const { manifest } = archive;
  await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
  await emptyDatabase(tx, migrations);
  await createSchema(tx, manifest, migrations);
  const foreignKeys = await dropForeignKeys(tx, manifest);
  const end = await load(tx, archive, staging, progress);
  await staging.sync();
  for (const statement of foreignKeys) await tx.unsafe(statement);
  await enableTriggers(tx, manifest);
  await setSequences(tx, manifest);
  await skipPositions(tx);
  await tx.unsafe(`comment on table drizzle.__drizzle_migrations is '${markOf(staging)}'`);
  return end;
}

async function setSequences(tx: TransactionSql, { sequences }: Manifest): Promise<void> {
  for (const { name, value } of sequences)
    await tx`select setval(format('public.%I', ${name}::text)::regclass, ${value}::bigint)`;
}
