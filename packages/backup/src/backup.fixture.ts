import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { World } from '@palaver/core/testing';
import { connect, type DatabaseConnection } from '@palaver/db';
import { createTestDatabase, PATIENT, type TestDatabase } from '@palaver/db/testing';
import { type BackUpOptions, backUp, restore, type Summary } from './index.js';

const folders: string[] = [];
const databases: TestDatabase[] = [];

/** A new folder, which `removeAll` removes. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-backup-'));
  folders.push(folder);
  return folder;
}

/** A place for a restore: a migrated database without rows, and a data folder that is not there yet. */
export async function newTarget(): Promise<{ connection: DatabaseConnection; dataDir: string }> {
  const database = await createTestDatabase();
  databases.push(database);
  return { connection: database.connection, dataDir: join(await newFolder(), 'data') };
}

export async function removeAll(): Promise<void> {
  for (const database of databases.splice(0)) await database.drop();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

export const filesFolderOf = ({ services }: World): string =>
  dirname(dirname(services.files.temporaryPath()));

/** Options of a backup of a world, without an output. */
export const sourceOf = (world: World): Omit<BackUpOptions, 'output'> => ({
  connection: world.connection,
  filesFolder: filesFolderOf(world),
  version: '0.1.0',
});

export async function backUpToFile(world: World): Promise<{ path: string; summary: Summary }> {
  const path = join(await newFolder(), 'backup.tar.gz');
  const summary = await backUp({ ...sourceOf(world), output: createWriteStream(path) });
  return { path, summary };
}

export function restoreFrom(
  path: string,
  target: { connection: DatabaseConnection; dataDir: string },
): Promise<Summary | null> {
  return restore({ ...target, input: createReadStream(path) });
}

/** Of each table its rows, as text and in an order of their own. Positions of streams are left out: a restore moves them. */
export async function rowsOf(connection: DatabaseConnection): Promise<Record<string, string[]>> {
  const sql = connect(connection, { ...PATIENT, max: 1 });
  try {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
    const rows: Record<string, string[]> = {};
    for (const { name } of tables) {
      const columns = name === 'stream_heads' ? '(t.id, t.kind, t.last_at)' : 't';
      const found = await sql.unsafe<{ row: string }[]>(
        `select ${columns}::text as row from public."${name}" t`,
      );
      rows[name] = found.map(({ row }) => row).sort();
    }
    return rows;
  } finally {
    await sql.end();
  }
}

/** The content of each file of a store, by its key; without those that are arriving. */
export async function filesOf(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const name of await readdir(folder, { recursive: true })) {
    if (name.startsWith('arriving') || !(await stat(join(folder, name))).isFile()) continue;
    files[name] = (await readFile(join(folder, name))).toString('base64');
  }
  return files;
}

/** SQL of a text that gzip makes hardly smaller than half. */
export const noise = (bytes: number) =>
  `(select string_agg(md5(n::text || random()::text), '') from generate_series(1, ${Math.ceil(bytes / 32)}) n)`;
