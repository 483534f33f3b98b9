import { SCOPES, type Scope } from '@palaver/core';
import { createdId } from '@palaver/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { startTestNodes, type TestNodes } from '../src/testing/test-nodes.js';
import type { TestService } from '../src/testing/test-service.js';
import { openSocket } from './access/socket.js';
import { type Documented, documented } from './documented-operations.js';
import { openSubscription } from './process/connections.js';

let nodes: TestNodes;
let a: TestService;
let b: TestService;
let alice: Client;
let channelId: string;
beforeAll(async () => {
  nodes = await startTestNodes(2);
  const [first, second] = nodes.nodes;
  if (!first || !second) throw new Error('There are two nodes');
  [a, b] = [first, second];
  alice = await a.person('alice');
  const serverId = await createdId(alice, '/api/servers', { name: 'Acme' });
  channelId = await createdId(alice, `/api/servers/${serverId}/channels`, { name: 'orders' });
});
afterAll(() => nodes.close());

interface Key {
  readonly id: string;
  readonly token: string;
}
async function makeKey(...scopes: readonly Scope[]): Promise<Key> {
  const { key, token } = await a.asOperator('POST', '/api/admin/keys', { name: 'shop', scopes: [...scopes] });
  return { id: key.id, token };
}
/** A client of a key that acts for a person, or for nobody. */
const withKey = (node: TestService, { token }: Key, user?: string) =>
  node.client(token, '', user === undefined ? {} : { 'Palaver-User': user });
const revoke = ({ id }: Key) => a.asOperator('DELETE', `/api/admin/keys/${id}`);
const refusal = ({ status, body }: Awaited<ReturnType<Client['get']>>) => [status, body.code];

describe('scopes', () => {
  /** Acts for alice, except in the administration. */
  const answerTo = async (key: Key, { method, path }: Documented) => {
    const user = path.startsWith('/api/admin/') ? undefined : alice.id;
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const { status, body: answer } = await withKey(a, key, user).send(method, path, body);
    return `${status} ${answer?.code ?? ''}`.trim();
  };

  test.each(SCOPES)('%s is needed for what the document says, and opens it', async (scope) => {
    const needed = documented(a).filter((operation) => operation.scope === scope);
    const without = await makeKey(...SCOPES.filter((other) => other !== scope));
    const only = await makeKey(scope);
    expect(needed).not.toEqual([]);
    for (const operation of needed) {
      const name = `${operation.method} ${operation.path}`;
      expect([name, await answerTo(without, operation)]).toEqual([name, '403 SCOPE_REQUIRED']);
      expect([name, await answerTo(only, operation)]).not.toEqual([
        name,
        expect.stringMatching(/SCOPE_REQUIRED|UNAUTHENTICATED|ACTING_USER/),
      ]);
    }
  });

  test('what the document gives no scope is open to no key', async () => {
    const key = await makeKey(...SCOPES);
    const closed = documented(a).filter(({ scope }) => scope === null);
    expect(closed.length).toBeGreaterThan(20);
    for (const operation of closed) {
      const name = `${operation.method} ${operation.path}`;
      expect([name, await answerTo(key, operation)]).toEqual([name, '403 KEY_NOT_ALLOWED']);
    }
  });
});

describe('Palaver-User', () => {
  test('names a person by id or external id, at every node, and each call has that person’s rights', async () => {
    const key = await makeKey('messages:read', 'messages:write', 'users:read', 'admin:write');
    const put = await withKey(a, key).put('/api/admin/external-users/shop:4711', { displayName: 'Ann' });
    expect(put.body.data).toMatchObject({ created: true, user: { externalId: 'shop:4711' } });
    const ann = withKey(b, key, 'external:shop:4711');
    expect((await ann.get('/api/users/me')).body.data.id).toBe(put.body.data.user.id);
    expect(refusal(await ann.get(`/api/channels/${channelId}/messages`))).toEqual([404, 'CHANNEL_NOT_FOUND']);
    const posted = await withKey(b, key, alice.id).post(`/api/channels/${channelId}/messages`, {
      content: 'sent',
      externalId: 'order-1',
    });
    expect(posted.body.data).toMatchObject({ userId: alice.id, externalId: 'order-1' });
  });

  test.each([
    [undefined, '/api/users/me', 'ACTING_USER_REQUIRED'],
    ['', '/api/users/me', 'ACTING_USER_NOT_FOUND'],
    ['external:nobody', '/api/users/me', 'ACTING_USER_NOT_FOUND'],
    ['alice', '/api/users/me', 'ACTING_USER_NOT_FOUND'],
    ["external:' or 1=1 --", '/api/users/me', 'ACTING_USER_NOT_FOUND'],
  ])('%j at %s is refused', async (user, path, code) => {
    const key = await makeKey(...SCOPES);
    expect(refusal(await withKey(a, key, user).get(path))).toEqual([403, code]);
  });

  test('sent with a person’s own token, it names nobody else', async () => {
    const bob = await a.person('bob');
    const client = a.client(bob.token, bob.id, { 'Palaver-User': alice.id });
    expect((await client.get('/api/users/me')).body.data.id).toBe(bob.id);
  });

  test('lends no rights of an admin', async () => {
    const admin = await a.person('ada');
    await a.asOperator('PATCH', `/api/admin/users/${admin.id}`, { admin: true });
    const key = await makeKey(...SCOPES);
    expect(refusal(await withKey(a, key, admin.id).get('/api/admin/users'))).toEqual([
      403,
      'KEY_NOT_ALLOWED',
    ]);
    expect((await withKey(a, key).get('/api/admin/users')).status).toBe(200);
  });
});

describe('a revoked key', () => {
  test('is refused by the next request, at the node that did not revoke it too', async () => {
    const key = await makeKey('users:read', 'admin:read');
    const clients = [a, b].flatMap((node) => [withKey(node, key, alice.id), withKey(node, key)]);
    const answers = () =>
      Promise.all(clients.map((client, n) => client.get(n % 2 === 0 ? '/api/users/me' : '/api/admin/users')));
    expect((await answers()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await revoke(key);
    const unauthenticated = [401, 'UNAUTHENTICATED'];
    expect((await answers()).map(refusal)).toEqual(Array(4).fill(unauthenticated));
  });

  test('loses its sockets and its subscriptions at both nodes', async () => {
    const key = await makeKey('realtime:read');
    const clients = [a, b].map((node) => withKey(node, key, alice.id));
    const sockets = await Promise.all(clients.map(openSocket));
    const subscriptions = await Promise.all(clients.map((client) => openSubscription(client, channelId)));
    for (const socket of sockets) {
      socket.send('subscribe', { channelIds: [channelId] });
      expect((await socket.until('subscribed')).data.denied).toEqual([]);
    }
    await alice.post(`/api/channels/${channelId}/messages`, { content: 'heard' });
    for (const socket of sockets) expect((await socket.until('message.created')).data.content).toBe('heard');
    await revoke(key);
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401]);
    await Promise.all(subscriptions.map(({ ended }) => ended));
    await expect(openSocket(withKey(b, key, alice.id))).rejects.toThrow('refused with 401');
  });
});

describe('the WebSocket', () => {
  test('takes a key with its scope and a person, who hears what that person may hear', async () => {
    const key = await makeKey('realtime:read');
    const stranger = await a.person('stranger');
    const socket = await openSocket(withKey(b, key, stranger.id));
    socket.send('subscribe', { channelIds: [channelId, stranger.id] });
    const { data } = await socket.until('subscribed');
    expect({ denied: data.denied, ids: data.channels.map(({ id }) => id) }).toEqual({
      denied: [channelId],
      ids: [stranger.id],
    });
    socket.close();
  });

  test('refuses a key without the scope, without a person, and for nobody', async () => {
    const others = await makeKey(...SCOPES.filter((scope) => scope !== 'realtime:read'));
    await expect(openSocket(withKey(a, others, alice.id))).rejects.toThrow('refused with 403');
    const key = await makeKey('realtime:read');
    await expect(openSocket(withKey(a, key))).rejects.toThrow('refused with 403');
    await expect(openSocket(withKey(a, key, 'external:nobody'))).rejects.toThrow('refused with 403');
    expect(refusal(await withKey(a, key, alice.id).post('/api/ws/ticket'))).toEqual([403, 'KEY_NOT_ALLOWED']);
  });
});
