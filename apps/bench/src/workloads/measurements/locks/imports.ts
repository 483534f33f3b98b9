import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from '../../../postgres/database.js';
import type { LongOperation } from './operation.js';
import type { Setting } from './setting.js';

const LOOK_MS = 100;

/** A copy of a server is made. */
export async function importServer(setting: Setting): Promise<LongOperation> {
  const { fixture, database } = setting.palaver;
  const { id, channelId } = await setting.newServer();
  await setting.newMember(id);
  await setting.fill([channelId]);
  const archive = await archiveOf(setting, id);
  return {
    channelIds: [channelId, ...fixture.channelIds],
    start: () => begin(setting, archive),
    isDone: async () => (await lastImport(database)).isDone,
  };
}

/** A copy that people use gets all messages from a later archive, in the channel that they post to. */
export async function importLaterArchive(setting: Setting): Promise<LongOperation> {
  const { fixture, database } = setting.palaver;
  const { id, channelId } = await setting.newServer();
  await setting.newMember(id);
  await begin(setting, await archiveOf(setting, id));
  while (!(await lastImport(database)).isDone) await pause(LOOK_MS);
  const copy = await lastImport(database);
  await setting.fill([channelId]);
  const archive = await archiveOf(setting, id);
  return {
    channelIds: [...(await setting.channelsOf(copy.serverId ?? '')), ...fixture.channelIds],
    start: () => begin(setting, archive),
    isDone: async () => (await lastImport(database)).isDone,
  };
}

async function archiveOf(setting: Setting, serverId: string): Promise<FormData> {
  await setting.prove();
  const archive = new FormData();
  const response = await setting.fetch('GET', `/api/servers/${serverId}/export`);
  archive.set('file', await response.blob(), 'server.zip');
  return archive;
}

async function begin(setting: Setting, archive: FormData): Promise<void> {
  await setting.palaver.database.sql`update users set admin = true where username = 'owner'`;
  await setting.fetch('POST', '/api/admin/imports', setting.owner, archive);
}

interface LastImport {
  readonly isDone: boolean;
  readonly serverId: string | null;
}

/** Throws where it has failed. */
async function lastImport({ sql }: BenchDatabase): Promise<LastImport> {
  const [last] = await sql<{ state: string; problem: string | null; server_id: string | null }[]>`
    select state::text, problem, server_id from imports order by id desc limit 1`;
  if (last?.state === 'failed') throw new Error(`The import has failed: ${last.problem}.`);
  return { isDone: last?.state === 'done', serverId: last?.server_id ?? null };
}
