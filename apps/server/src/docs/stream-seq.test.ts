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
/** The reads that a client builds its state from, with a path of each. */
let reads: ReadonlyArray<{ readonly name: string; readonly path: string; readonly streams: string[] }>;

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
  const ofOthers: Readonly<Record<string, string[]>> = {
    'servers.list': [alice.id, serverId],
    'channels.list': [serverId, alice.id, secretId],
    'channels.members': [channelId, serverId],
    'channels.membersById': [channelId, serverId],
    'dms.get': [dmId, alice.id],
    'dms.members': [dmId, alice.id],
    'readState.getForChannel': [alice.id, channelId],
    'readState.getForServer': [alice.id, serverId, ...channelIds],
    'readState.list': [alice.id, serverId, dmId, ...channelIds],
    'notificationPreferences.getForAccount': [alice.id],
    'notificationPreferences.getForServer': [alice.id],
    'notificationPreferences.getForChannel': [alice.id],
    'notificationPreferences.getForChannelById': [alice.id],
    'notificationPreferences.getForDm': [alice.id],
  };
  reads = documentedReads().map(({ name, path }) => {
    const inPath = {
      serverID: serverId,
      channelID: path.startsWith('/api/dms/') ? dmId : channelId,
      messageID: messageId,
      userGroupID: userGroupId,
    };
    return { name, path: filled(path, inPath), streams: ofOthers[name] ?? [streamOf(path)] };
  });
  const names = reads.map(({ name }) => name);
  expect(Object.keys(ofOthers).filter((name) => !names.includes(name))).toEqual([]);
});
afterAll(() => service.close());

/** The operations whose answers have stream positions, as the document has them. */
function documentedReads() {
  return Object.entries(service.document.paths ?? {}).flatMap(([path, { get }]) =>
    get?.operationId !== undefined && get.responses?.['200']?.headers?.['Stream-Seq']?.required === true
      ? [{ name: get.operationId, path }]
      : [],
  );
}

/** Throws for a parameter without a value: `ids` needs one more then. */
function filled(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const id = ids[parameter];
    if (id === undefined) throw new Error(`${path} has no sample of ${parameter}.`);
    return id;
  });
}

/** What most reads depend on: the stream of the channel or server in their path, and one's own where it names neither. */
function streamOf(path: string): string {
  if (/\{(?:channel|message)ID\}/.test(path)) return channelId;
  return path.includes('{serverID}') ? serverId : alice.id;
}

const streamsOf = (header: string | null) =>
  (header ?? '').split(', ').map((position) => position.split('=')[0]);

describe('the stream positions of an answer', () => {
  it('are sent for exactly the streams that the answer depends on', async () => {
    // The reads of which the document tells are those that the client's property test observes.
    expect(reads.length).toBeGreaterThan(30);
    for (const { name, path, streams } of reads) {
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
      Number(
        (await alice.get(`/api/channels/${channelId}/messages`)).headers.get('Stream-Seq')?.split('=')[1],
      );
    const before = await seq();
    await alice.put(`/api/messages/${messageId}/reactions/%F0%9F%91%8D`);
    expect(await seq()).toBe(before + 1);
  });

  it('are sent by the native API as well', async () => {
    const { headers } = await alice.native('messages.list', 'query', { channelId });
    const rest = await alice.get(`/api/channels/${channelId}/messages`);
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
