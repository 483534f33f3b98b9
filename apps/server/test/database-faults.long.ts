import { once } from 'node:events';
import { request } from 'node:http';
import { connect, connectionUrl } from '@palaver/db';
import {
  createFaultProxy,
  createTestDatabase,
  type FaultProxy,
  type TestDatabase,
} from '@palaver/db/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Client } from '../src/testing/client.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';

interface Frame {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: untyped for tests, as the bodies of answers are
  readonly data: any;
}

let database: TestDatabase;
let proxy: FaultProxy;
let service: TestService;
let alice: Client;
let bob: Client;
let serverId: string;
let channelId: string;
let tests = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createFaultProxy(database.connection);
  service = await startTestService({ DATABASE_URL: connectionUrl(proxy.connection) });
  [alice, bob] = [await service.person('alice'), await service.person('bob')];
});
beforeEach(async () => {
  tests++;
  serverId = (await alice.post('/api/servers', { name: 'Acme' })).body.data.id;
  channelId = (await alice.get(`/api/servers/${serverId}/channels`)).body.data[0].id;
  await join(bob);
});
afterEach(() => proxy.restore());
afterAll(async () => {
  await service.close();
  await proxy.close();
  await database.drop();
});

async function join(person: Client): Promise<void> {
  const { body } = await alice.post(`/api/servers/${serverId}/invites`, {});
  await person.post(`/api/invites/${body.data.code}/accept`);
}

const keyed = (key: string) => ({ headers: { 'Idempotency-Key': `${tests} ${key}` } });

const send = async (content: string): Promise<string> =>
  (await alice.post(`/api/channels/${channelId}/messages`, { content })).body.data.id;

/** A socket with everything that it has received. */
function openSocket(headers: Record<string, string> = {}, query = '') {
  const ws = new WebSocket(`${service.url.replace('http', 'ws')}/api/ws${query}`, { headers });
  const frames: Frame[] = [];
  ws.on('message', (data) => frames.push(JSON.parse(String(data))));
  ws.on('error', () => {});
  const refused = new Promise<number>((resolve) =>
    ws.on('unexpected-response', (req, res) => {
      resolve(res.statusCode ?? 0);
      req.destroy();
    }),
  );
  const closed = new Promise<number>((resolve) => ws.on('close', resolve));
  const until = async (type: string) => {
    while (!frames.some((frame) => frame.type === type)) await once(ws, 'message');
  };
  return { ws, frames, refused, closed, until };
}

async function subscribe(person: Client, ids: string[]) {
  const socket = openSocket({ authorization: `Bearer ${person.token}` });
  await socket.until('ready');
  socket.ws.send(JSON.stringify({ type: 'subscribe', data: { channelIds: ids } }));
  await socket.until('subscribed');
  return socket;
}

describe('while the database is away', () => {
  test('no session is called over: a socket stays open, and who comes is told to come again', async () => {
    const open = await subscribe(bob, [channelId]);
    const { ticket } = (await bob.post('/api/ws/ticket')).body.data;
    proxy.cut();
    expect(await openSocket({}, `?ticket=${ticket}`).refused).toBe(503);
    const byHeader = async () => {
      const { ws, refused } = openSocket({ authorization: `Bearer ${bob.token}` });
      const status = await Promise.race([refused, once(ws, 'open').then(() => 101)]);
      ws.terminate();
      return status;
    };
    // A session stays known for a second.
    await expect.poll(byHeader).toBe(503);
    const byFrame = openSocket();
    await once(byFrame.ws, 'open');
    byFrame.ws.send(JSON.stringify({ type: 'authenticate', data: { token: bob.token } }));
    expect(await byFrame.closed).toBe(1011);
    expect(byFrame.frames).toMatchObject([{ type: 'error', data: { code: 'BUSY' } }]);
    expect((await bob.get('/api/users/me')).body.code).toBe('BUSY');
    // The hub looks at the sessions of the open sockets once a second, and nobody else asks the database now.
    const before = proxy.resets;
    await expect.poll(() => proxy.resets).toBeGreaterThan(before + 1);
    proxy.restore();

    const again = openSocket({}, `?ticket=${ticket}`);
    await again.until('ready');
    await send('back');
    await open.until('message.created');
    expect(open.ws.readyState).toBe(WebSocket.OPEN);
    for (const { ws } of [open, again]) ws.terminate();
  });

  const abandoned: ReadonlyArray<[string, string, () => Promise<[path: string, body?: object]>]> = [
    ['an edit', 'PATCH', async () => [`/api/messages/${await send('one')}`, { content: 'two' }]],
    ['a deletion', 'DELETE', async () => [`/api/messages/${await send('one')}`]],
    ['a reaction', 'PUT', async () => [`/api/messages/${await send('one')}/reactions/🎉`]],
    ['a removal', 'DELETE', async () => [`/api/servers/${serverId}/members/${bob.id}`]],
    ['a rename', 'PATCH', async () => [`/api/servers/${serverId}`, { name: 'Late' }]],
    ['a profile', 'PATCH', async () => ['/api/users/me', { status: 'late' }]],
    [
      'a preference',
      'PUT',
      async () => [`/api/servers/${serverId}/notification-preferences`, { level: 'nothing' }],
    ],
    ['a new channel', 'POST', async () => [`/api/servers/${serverId}/channels`, { name: 'late' }]],
  ];
  test.each(abandoned)('%s whose client has gone is not begun', async (_, method, requestOf) => {
    const [path, body] = await requestOf();
    const before = await countEvents();
    proxy.pause();
    const client = request(`${service.url}${encodeURI(path)}`, {
      method,
      agent: false,
      headers: { authorization: `Bearer ${alice.token}`, 'content-type': 'application/json' },
    });
    client.on('error', () => {});
    client.end(body === undefined ? undefined : JSON.stringify(body));
    await once(client, 'finish');
    // The service has read the request when it answers a later one, and has seen the end of its connection likewise.
    await fetch(`${service.url}/health`);
    client.destroy();
    await fetch(`${service.url}/health`);
    await fetch(`${service.url}/health`);
    proxy.restore();
    await untilIdle();
    expect(await countEvents()).toBe(before);
  });
});

describe('a late repetition of an abandoned attempt', () => {
  test('of an edit leaves the edit that came after it', async () => {
    const path = `/api/messages/${await send('zero')}`;
    const edit = (content: string) => alice.patch(path, { content }, keyed(content));
    await edit('one');
    await edit('two');
    const late = await edit('one');
    expect(late.headers.get('idempotent-replayed')).toBe('true');
    expect((await alice.get(path)).body.data.content).toBe('two');
  });

  test('of a removal leaves who was taken in again', async () => {
    const remove = () => alice.delete(`/api/servers/${serverId}/members/${bob.id}`, keyed('remove'));
    await remove();
    await join(bob);
    expect((await remove()).headers.get('idempotent-replayed')).toBe('true');
    expect((await bob.get(`/api/servers/${serverId}`)).status).toBe(200);
  });

  test('of a reaction leaves it taken back', async () => {
    const path = `/api/messages/${await send('zero')}/reactions/a`;
    await alice.put(path, undefined, keyed('react'));
    await alice.delete(path, keyed('unreact'));
    await alice.put(path, undefined, keyed('react'));
    expect((await alice.get(path.replace(/\/reactions.*/, ''))).body.data.reactions).toEqual([]);
  });
});

test.each([
  ['with the key', { key: true, status: 200 }],
  ['without a key', { key: false, status: 404 }],
])(
  'after a removal whose commit lost its answer, who was removed hears nothing more once a retry %s says so',
  async (_, { key, status }) => {
    const heard = await subscribe(bob, [channelId]);
    const own = await subscribe(alice, [channelId]);
    const remove = () => alice.delete(`/api/servers/${serverId}/members/${bob.id}`, key ? keyed('lost') : {});
    const lost = proxy.loseAnswer(/^COMMIT$/, /delete from "server_members"/);
    expect((await remove()).body.code).toBe('BUSY');
    await lost;
    expect((await remove()).status).toBe(status);
    await send('after the removal');
    await own.until('message.created');
    await heard.until('access.revoked');
    expect(heard.frames.filter(({ type }) => type === 'message.created')).toEqual([]);
    for (const { ws } of [heard, own]) ws.terminate();
  },
);

async function countEvents(): Promise<number> {
  const sql = connect(database.connection, { max: 1 });
  const [row] = await sql<{ count: number }[]>`select count(*)::int from events`;
  await sql.end();
  return row?.count ?? 0;
}

/** Resolves when the service runs nothing in the database. */
async function untilIdle(): Promise<void> {
  const sql = connect(database.connection, { max: 1 });
  const busy = () =>
    sql`select pid from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  for (let quiet = 0; quiet < 5; quiet = (await busy()).length === 0 ? quiet + 1 : 0) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await sql.end();
}
