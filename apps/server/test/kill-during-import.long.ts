import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskStore, exportAnyServer } from '@palaver/core';
import { linesIn } from '@palaver/core/testing';
import { createDatabase, type Database, type DatabaseHandle } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sendFile } from '../src/operator/request.js';
import { livingOperatorSocket } from '../src/operator/socket-path.js';
import { startTestService, TRUST_THE_TEST } from '../src/testing/test-service.js';
import { build, killLeftovers, start } from './process/child.js';
import { temporaryFolders } from './process/folders.js';
import { writeLargeArchives } from './process/large-archive.js';

const folders = temporaryFolders();

beforeAll(build);
afterEach(async () => {
  await killLeftovers(folders.paths);
  await folders.remove();
});

/** Begins an import as the operator does, and returns its id. */
async function beginImport(dataDir: string, path: string, query = ''): Promise<string> {
  const { size } = await stat(path);
  const file = { content: createReadStream(path), sizeBytes: size, type: 'application/zip' };
  const { status, text } = await sendFile(
    { socketPath: (await livingOperatorSocket(dataDir)) ?? '' },
    `/api/admin/imports${query}`,
    file,
  );
  expect(status).toBe(201);
  return JSON.parse(text).data.id;
}

/** Resolves with the import once it is so far. */
async function until(sql: Sql, id: string, isReached: (at: ImportRow) => boolean): Promise<ImportRow> {
  for (;;) {
    const row = await readImport(sql, id);
    if (isReached(row)) return row;
    if (row.state === 'failed') throw new Error(row.problem ?? 'failed');
  }
}

type Sql = DatabaseHandle['sql'];
type Moment = (at: ImportRow) => boolean;

interface ImportRow {
  readonly state: string;
  readonly problem: string | null;
  readonly cleared: boolean;
  readonly serverId: string | null;
  readonly linesDone: number;
  readonly lines: number | null;
  readonly joined: number;
  readonly deleted: number;
}

async function readImport(sql: Sql, id: string): Promise<ImportRow> {
  const [row] = await sql<ImportRow[]>`
    select state, problem, cleared, server_id as "serverId", lines_done::int as "linesDone", lines::int as lines, deleted::int as deleted,
      (select count(*)::int from server_members member where member.server_id = imports.server_id) as joined
    from imports where id = ${id}`;
  if (!row) throw new Error(`there is no import ${id}`);
  return row;
}

/** All of a server but the instant at which this asks. */
async function contentsOf(db: Database, dataDir: string, serverId: string) {
  const path = join(await folders.make(), 'export.zip');
  const files = diskStore(join(dataDir, 'files'));
  const out = createWriteStream(path);
  await exportAnyServer({ db, files }, { serverId, operator: 'a test', writtenBy: 'a test', out });
  return (await linesIn(path)).filter(({ type }) => type !== 'header');
}

const LATER = '?deleteMissing=true';

/** The same by a service that nobody disturbs. */
async function importUndisturbed(earlier: string, later: string) {
  const service = await startTestService();
  const { sql, db, close } = createDatabase({ url: service.databaseUrl }, { max: 1 });
  try {
    const id = await beginImport(service.dataDir, earlier);
    const { serverId } = await until(sql, id, ({ cleared }) => cleared);
    const first = {
      contents: await contentsOf(db, service.dataDir, serverId ?? ''),
      rows: await rowsOf(sql),
    };
    const again = await beginImport(service.dataDir, later, LATER);
    await until(sql, again, ({ cleared }) => cleared);
    const second = {
      contents: await contentsOf(db, service.dataDir, serverId ?? ''),
      rows: await rowsOf(sql),
    };
    return { first, second };
  } finally {
    await close();
    await service.close();
  }
}

/** How many rows there are of what an import writes. */
async function rowsOf(sql: Sql) {
  const names = ['users', 'servers', 'channels', 'messages', 'reactions', 'message_edits', 'message_pins'];
  names.push(
    'attachments',
    'server_members',
    'channel_members',
    'imports',
    'imported',
    'events',
    'stream_heads',
  );
  const counts: Record<string, number> = {};
  for (const name of names) {
    const [row] = await sql`select count(*)::int as count from ${sql(name)}`;
    counts[name] = row?.count;
  }
  return counts;
}

test('an import, and that of a later archive, go on after each kill -9 of the service, and are as if nothing had happened', async () => {
  const folder = await folders.make();
  const [earlier, later] = [join(folder, 'earlier.zip'), join(folder, 'later.zip')];
  await writeLargeArchives({ earlier, later });
  const undisturbed = importUndisturbed(earlier, later);
  undisturbed.catch(() => undefined);

  const database = await createTestDatabase();
  const { sql, db, close } = createDatabase({ url: database.url }, { max: 1 });
  onTestFinished(async () => {
    await close();
    await killLeftovers(folders.paths);
    await database.drop();
  });
  const dataDir = await folders.make();
  const environment = { DATA_DIR: dataDir, DATABASE_URL: database.url, ...TRUST_THE_TEST };
  let child = start(environment);
  await child.url();
  const part = Math.random();
  /** Kills the service at each of these moments, and waits for the end. */
  async function importWithKills(path: string, query: string, moments: readonly Moment[]) {
    const id = await beginImport(dataDir, path, query);
    for (const moment of moments) {
      const at = await until(sql, id, (row) => moment(row) || row.state === 'done');
      child.kill('SIGKILL');
      await child.exited;
      // What it was killed in, where this fails.
      expect(at.state, `killed at line ${at.linesDone}, with ${at.joined} members`).not.toBe('done');
      child = start(environment);
      await child.url();
    }
    const { state, problem, serverId } = await until(sql, id, ({ cleared }) => cleared);
    expect([state, problem]).toEqual(['done', null]);
    return { contents: await contentsOf(db, dataDir, serverId ?? ''), rows: await rowsOf(sql) };
  }
  const isWriting: Moment = ({ state, linesDone, lines }) =>
    state === 'importing' && linesDone > part * (lines ?? 0);
  const first = await importWithKills(earlier, '', [
    ({ state }) => state === 'checking',
    isWriting,
    ({ state, joined }) => state === 'joining' && joined > part * 200,
  ]);
  const second = await importWithKills(later, LATER, [
    isWriting,
    ({ state, deleted }) => state === 'joining' && deleted > part * 100,
  ]);
  const expected = await undisturbed;
  expect(first).toEqual(expected.first);
  expect(second).toEqual(expected.second);
  // The archive is gone, and what had arrived of nothing else.
  expect(await readdir(join(dataDir, 'files/imports'))).toEqual([]);
  child.kill('SIGTERM');
  expect((await child.exited).code).toBe(0);
});
