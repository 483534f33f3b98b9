import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Client, nativePath } from '../testing/client.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
let alice: Client;
let serverId: string;
let channelId: string;
let secretId: string;
let messageId: string;
let dmId: string;
let read: Readonly<Record<string, { path: string; streams: string[] }>>;

beforeAll(async () => {
  service = await startTestService({ CORS_ORIGINS: 'https://chat.example' });
  alice = await service.person('alice');
  const bob = await service.person('bob');
  serverId = (await alice.post('/api/servers', { name: 'Acme' })).body.data.id;
  const create = (body: object) => alice.post(`/api/servers/${serverId}/channels`, body);
  channelId = (await create({ name: 'open' })).body.data.id;
  secretId = (await create({ name: 'secret', isPrivate: true })).body.data.id;
  messageId = (await alice.post(`/api/channels/${channelId}/messages`, { content: 'hi' })).body.data.id;
  dmId = (await alice.post('/api/dms', { userIds: [bob.id] })).body.data.id;
  const { body: list } = await alice.get(`/api/servers/${serverId}/channels`);
  const channelIds = list.data.map(({ id }: { id: string }) => id);
  const server = `/api/servers/${serverId}`;
  const userGroupId = (await alice.post(`${server}/user-groups`, { handle: 'designers' })).body.data.id;
  const channel = `${server}/channels/${channelId}`;
  read = {
    'users.me': { path: '/api/users/me', streams: [alice.id] },
    'servers.list': { path: '/api/servers', streams: [alice.id, serverId] },
    'servers.get': { path: server, streams: [serverId] },
    'servers.members': { path: `${server}/members`, streams: [serverId] },
    'groups.list': { path: `${server}/groups`, streams: [serverId] },
    'emoji.list': { path: `${server}/emoji`, streams: [serverId] },
    'userGroups.list': { path: `${server}/user-groups`, streams: [serverId] },
    'userGroups.members': { path: `${server}/user-groups/${userGroupId}/members`, streams: [serverId] },
    'channels.list': { path: `${server}/channels`, streams: [serverId, alice.id, secretId] },
    'channels.get': { path: channel, streams: [channelId] },
    'channels.members': { path: `${channel}/members`, streams: [channelId, serverId] },
    'channels.getById': { path: `/api/channels/${channelId}`, streams: [channelId] },
    'channels.membersById': { path: `/api/channels/${channelId}/members`, streams: [channelId, serverId] },
    'dms.get': { path: `/api/dms/${dmId}`, streams: [dmId, alice.id] },
    'dms.members': { path: `/api/dms/${dmId}/members`, streams: [dmId, alice.id] },
    'dms.list': { path: '/api/dms', streams: [alice.id] },
    'messages.list': { path: `/api/channels/${channelId}/messages`, streams: [channelId] },
    'messages.pins': { path: `/api/channels/${channelId}/pins`, streams: [channelId] },
    'messages.get': { path: `/api/messages/${messageId}`, streams: [channelId] },
    'messages.thread': { path: `/api/messages/${messageId}/thread`, streams: [channelId] },
    'notifications.list': { path: '/api/notifications', streams: [alice.id] },
    'readState.getForChannel': { path: `/api/channels/${channelId}/unread`, streams: [alice.id, channelId] },
    'readState.getForServer': { path: `${server}/unread`, streams: [alice.id, serverId, ...channelIds] },
    'readState.list': { path: '/api/unread', streams: [alice.id, serverId, dmId, ...channelIds] },
    'scheduledMessages.list': { path: '/api/scheduled-messages', streams: [alice.id] },
    'drafts.list': { path: '/api/drafts', streams: [alice.id] },
    'favorites.list': { path: '/api/users/me/favorites', streams: [alice.id] },
    'mailPreferences.get': { path: '/api/users/me/mail-preferences', streams: [alice.id] },
    'notificationPreferences.getForAccount': {
      path: '/api/users/me/notification-preferences',
      streams: [alice.id],
    },
    'notificationPreferences.getForServer': {
      path: `${server}/notification-preferences`,
      streams: [alice.id],
    },
    'notificationPreferences.getForChannelById': {
      path: `/api/channels/${dmId}/notification-preferences`,
      streams: [alice.id],
    },
    'notificationPreferences.getForDm': {
      path: `/api/dms/${dmId}/notification-preferences`,
      streams: [alice.id],
    },
    'notificationPreferences.getForChannel': {
      path: `${channel}/notification-preferences`,
      streams: [alice.id],
    },
  };
});
afterAll(() => service.close());

const streamsOf = (header: string | null) =>
  (header ?? '').split(', ').map((position) => position.split('=')[0]);

describe('the stream positions of an answer', () => {
  it('are documented for exactly the reads that a client builds its state from', () => {
    const documented = Object.values(service.document.paths ?? {})
      .flatMap((item) => Object.values(item))
      .filter(({ responses }) => responses?.['200']?.headers?.['Stream-Seq']?.required === true)
      .map(({ operationId }) => operationId);
    expect(documented.sort()).toEqual(Object.keys(read).sort());
  });

  it('are sent for exactly the streams that the answer depends on', async () => {
    for (const [name, { path, streams }] of Object.entries(read)) {
      const { status, headers } = await alice.get(path);
      const sent = streamsOf(headers.get('Stream-Seq')).sort();
      expect({ name, status, sent }).toEqual({ name, status: 200, sent: [...streams].sort() });
    }
  });

  it('are at most 64, the streams of the list first, so that proxies take the header', async () => {
    const owner = await service.person('olga');
    const server = `/api/servers/${(await owner.post('/api/servers', { name: 'Big' })).body.data.id}`;
    const ids: string[] = [];
    for (let n = 0; n < 70; n++) {
      const body = { name: `secret-${n}`, isPrivate: true };
      ids.unshift((await owner.post(`${server}/channels`, body)).body.data.id);
    }
    const { body, headers } = await owner.get(`${server}/channels`);
    expect(body.data.map(({ id }: { id: string }) => id).slice(0, 70), 'the list is whole').toEqual(ids);
    expect(body.data.at(-1).name).toBe('general');
    const named = streamsOf(headers.get('Stream-Seq'));
    expect(named).toEqual([server.slice(-36), owner.id, ...ids.slice(0, 62)]);
    expect(headers.get('Stream-Seq')?.length).toBeLessThan(3_500);
  });

  it('advance with each event', async () => {
    const seq = async () =>
      Number((await alice.get(read['messages.list']?.path ?? '')).headers.get('Stream-Seq')?.split('=')[1]);
    const before = await seq();
    await alice.put(`/api/messages/${messageId}/reactions/%F0%9F%91%8D`);
    expect(await seq()).toBe(before + 1);
  });

  it('are sent by the native API as well', async () => {
    const { headers } = await alice.native('messages.list', 'query', { channelId });
    const rest = await alice.get(read['messages.list']?.path ?? '');
    expect(headers.get('Stream-Seq')).toBe(rest.headers.get('Stream-Seq'));
  });

  it('are not sent with an error', async () => {
    const { status, headers } = await alice.get('/api/channels/nowhere/messages');
    expect([status, headers.get('Stream-Seq')]).toEqual([404, null]);
  });
});

test('a native batch has no headers of its calls, because they could be of any of them', async () => {
  const inputs = { 0: { channelId }, 1: { channelId: secretId } };
  const both = nativePath('messages.list,messages.list', inputs);
  const { status, body, headers } = await alice.send('GET', `${both}&batch=1`);
  expect([status, body.length, headers.get('Stream-Seq')]).toEqual([200, 2, null]);
  const one = await alice.send('GET', `${nativePath('messages.list', { 0: { channelId } })}&batch=1`);
  expect(streamsOf(one.headers.get('Stream-Seq'))).toEqual([channelId]);
});

test('pages of other origins may read the header', async () => {
  const { headers } = await alice.get('/api/users/me', { headers: { Origin: 'https://chat.example' } });
  expect(headers.get('Access-Control-Expose-Headers')?.split(',')).toContain('Stream-Seq');
});
