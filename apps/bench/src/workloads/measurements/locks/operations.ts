import { fillMessages } from '../../../targets/palaver/fill-messages.js';
import { importLaterArchive, importServer } from './imports.js';
import type { LongOperation } from './operation.js';
import type { Setting } from './setting.js';

/** Each makes anew what it is about. */
export const longOperations: Readonly<Record<string, (setting: Setting) => Promise<LongOperation>>> = {
  'the account of an author in all servers is deleted': deleteAccount,
  'the profile of somebody in all servers changes': changeProfile,
  'somebody is removed who made many channels': removeMember,
  'the messages of an author are deleted': deleteMessages,
  'a channel is erased': eraseChannel,
  'a channel has its retention': applyRetention,
  'a server is imported': importServer,
  'a later archive of a server is imported': importLaterArchive,
};

async function deleteAccount(setting: Setting): Promise<LongOperation> {
  const { fixture, database } = setting.palaver;
  const servers = await setting.manyServers();
  const { id, token } = await setting.newAuthor();
  for (const { code } of servers) await setting.post(`/api/invites/${code}/accept`, {}, token);
  await setting.prove(token);
  return {
    channelIds: [...fixture.channelIds, ...servers.map(({ channelId }) => channelId)],
    start: async () => void (await setting.fetch('DELETE', '/api/users/me', token)),
    isDone: async () => isNone(await database.sql`select from account_deletions where user_id = ${id}`),
  };
}

async function changeProfile(setting: Setting): Promise<LongOperation> {
  const { fixture, database } = setting.palaver;
  const servers = await setting.manyServers();
  const { id, token } = await setting.newMember(fixture.serverId);
  for (const { code } of servers) await setting.post(`/api/invites/${code}/accept`, {}, token);
  return {
    channelIds: [...fixture.channelIds, ...servers.map(({ channelId }) => channelId)],
    start: () => setting.patch('/api/users/me', { displayName: 'Somebody else' }, token),
    isDone: async () => isNone(await database.sql`select from unpublished_profiles where user_id = ${id}`),
  };
}

async function removeMember(setting: Setting): Promise<LongOperation> {
  const { fixture, database } = setting.palaver;
  const server = await setting.newServer();
  const { id, token } = await setting.newMember(server.id);
  const channelIds: string[] = [];
  for (let n = 0; n < setting.sizes.channels; n++)
    channelIds.push(await setting.newChannel({ serverId: server.id, token }));
  return {
    channelIds: [server.channelId, ...channelIds, ...fixture.channelIds],
    start: async () => void (await setting.fetch('DELETE', `/api/servers/${server.id}/members/${id}`)),
    isDone: async () => isNone(await database.sql`select from server_departures where user_id = ${id}`),
  };
}

async function deleteMessages(setting: Setting): Promise<LongOperation> {
  const { fixture, database } = setting.palaver;
  const { id } = await setting.newAuthor();
  const path = `/api/servers/${fixture.serverId}/members/${id}/messages/delete`;
  return {
    channelIds: fixture.channelIds,
    start: () => setting.post(path, { hours: 1 }),
    isDone: async () => isNone(await database.sql`select from message_removals where user_id = ${id}`),
  };
}

async function eraseChannel(setting: Setting): Promise<LongOperation> {
  const { fixture, database } = setting.palaver;
  const id = await setting.newChannel();
  await setting.fill([id]);
  await setting.prove();
  return {
    channelIds: [id, ...fixture.channelIds],
    start: () => setting.post(`/api/servers/${fixture.serverId}/channels/${id}/erase`, {}),
    isDone: async () =>
      isNone(await database.sql`select from erasures where channel_id = ${id} and ended_at is null`),
  };
}

async function applyRetention(setting: Setting): Promise<LongOperation> {
  const { fixture, database } = setting.palaver;
  const { sql } = database;
  const { id, channelId } = await setting.newServer();
  const { messages } = setting.sizes;
  const old = { serverId: id, channelIds: [channelId], tokens: [] };
  await sql.begin((tx) => fillMessages(tx, old, { messages, content: sql`'message ' || n`, seconds: 2 }));
  await setting.patch(`/api/servers/${id}`, { retentionDays: 30 });
  return {
    channelIds: [channelId, ...fixture.channelIds],
    // As the clean-up does, which comes once in ten minutes.
    start: async () =>
      void (await sql`
        insert into erasures (id, kind, server_id, channel_id, created_at, at_channel)
        values (uuidv7(), 'retention', ${id}, ${channelId}, now(), '00000000-0000-0000-0000-000000000000')
        on conflict do nothing`),
    isDone: async () => isNone(await sql`select from erasures where channel_id = ${channelId}`),
  };
}

const isNone = (rows: readonly unknown[]) => rows.length === 0;
