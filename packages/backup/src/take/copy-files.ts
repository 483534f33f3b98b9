import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { STORED_FILE_KEYS } from '@palaver/core';
import type { Sql, TransactionSql } from 'postgres';
import { BackupError } from '../backup-error.js';
import type { ArchiveWriter } from '../format/archive-writer.js';
import { fileName } from '../format/entry-names.js';
import type { End } from '../format/manifest.js';
import type { ProgressCounter } from '../progress.js';

const KEYS_AT_ONCE = 1_000;
const READ_BYTES = 256 * 1024;
const EXAMPLES = 10;

/**
 * Keeps the keys of the files that the rows of this transaction name, on the server and beyond its end: the copying of files
 * may take hours, and a transaction that is open for so long keeps Postgres from cleaning up.
 */
export async function keepFileKeys(tx: TransactionSql): Promise<void> {
  await tx.unsafe(`declare file_keys no scroll cursor with hold for ${STORED_FILE_KEYS}`);
}

/** Copies the files whose keys `keepFileKeys` has kept in this session. A file that is not there is counted. */
export async function copyFiles(
  session: Sql,
  folder: string,
  archive: ArchiveWriter,
  progress: ProgressCounter,
): Promise<Pick<End, 'files' | 'fileBytes' | 'missing'>> {
  const examples: string[] = [];
  const copied = { files: 0, fileBytes: 0, missing: { files: 0, examples } };
  for (;;) {
    // In another session there is no such cursor: so the last, empty page also shows that the lock held to the end.
    const keys = await session.unsafe<{ key: string }[]>(`fetch ${KEYS_AT_ONCE} from file_keys`);
    if (keys.length === 0) return copied;
    for (const { key } of keys) {
      const size = await copyFile(join(folder, key), fileName(key), archive);
      if (size === null) {
        copied.missing.files += 1;
        if (copied.missing.examples.length < EXAMPLES) copied.missing.examples.push(key);
        continue;
      }
      copied.files += 1;
      copied.fileBytes += size;
      progress.addFile(size);
    }
  }
}

/** Returns the size of the file; null when there is none. */
async function copyFile(path: string, name: string, archive: ArchiveWriter): Promise<number | null> {
  const file = await open(path, 'r').catch(nullIfMissing);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    await archive.addFrom(name, size, bytesOf(file, size, path));
    return size;
  } finally {
    await file.close();
  }
}

async function* bytesOf(file: FileHandle, size: number, path: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    // A new buffer each time: the archive may still hold the last one.
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, size - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) throw new BackupError(`${path} became shorter while it was copied.`);
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
