import { BOT_SCOPES, type Scope } from '@palaver/core';
import { createdId } from '@palaver/core/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { startTestNodes, type TestNodes } from '../src/testing/test-nodes.js';
import type { TestService } from '../src/testing/test-service.js';
import { openSocket } from './access/socket.js';
import { documented } from './documented-operations.js';

const SCOPES_OF_BOTS = new Set<Scope>(BOT_SCOPES);
let nodes: TestNodes;
let a: TestService;
let b: TestService;
let alice: Client;
let serverId: string;
let channelId: string;
let made = 0;
beforeAll(async () => {
  nodes = await startTestNodes(2);
  const [first, second] = nodes.nodes;
  if (!first || !second) throw new Error('There are two nodes');
  [a, b] = [first, second];
  alice = await a.person('alice');
  serverId = await createdId(alice, '/api/servers', { name: 'Acme' });
  channelId = await createdId(alice, `/api/servers/${serverId}/channels`, { name: 'orders' });
});
afterAll(() => nodes.close());

async function makeBot(scopes?: readonly Scope[]): Promise<{ id: string; token: string }> {
  const { body } = await alice.post('/api/bots', { username: `robot-${++made}`, scopes });
  await alice.post(`/api/servers/${serverId}/members`, { userId: body.data.bot.id });
  return { id: body.data.bot.id, token: body.data.token };
}
const withToken = (node: TestService, token: string) => node.client(token, '');
const codeOf = ({ status, body }: Awaited<ReturnType<Client['get']>>) =>
  `${status} ${body?.code ?? ''}`.trim();

test.each(BOT_SCOPES)('%s is needed for what the document says, and opens it', async (scope) => {
  const needed = documented(a).filter((operation) => operation.scope === scope);
  const without = await makeBot(BOT_SCOPES.filter((other) => other !== scope));
  const only = await makeBot([scope]);
  expect(needed).not.toEqual([]);
  for (const { method, path } of needed) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const name = `${method} ${path}`;
    const refused = await withToken(a, without.token).send(method, path, body);
    expect([name, codeOf(refused)]).toEqual([name, '403 SCOPE_REQUIRED']);
    const allowed = await withToken(a, only.token).send(method, path, body);
    expect([name, codeOf(allowed)]).not.toEqual([
      name,
      expect.stringMatching(/SCOPE_REQUIRED|UNAUTHENTICATED/),
    ]);
  }
});

test('what the document gives no scope, and what is for admins, no token with scopes does', async () => {
  const { token } = await makeBot(BOT_SCOPES);
  const others = documented(a).filter(({ scope }) => scope === null || !SCOPES_OF_BOTS.has(scope));
  expect(others.length).toBeGreaterThan(20);
  for (const { method, path } of others) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const answer = await withToken(a, token).send(method, path, body);
    expect([method, path, codeOf(answer)]).toEqual([method, path, '403 SCOPE_REQUIRED']);
  }
});

test('a socket, and each stream that it follows, takes its scope', async () => {
  const reader = await makeBot(['messages:read']);
  await expect(openSocket(withToken(a, reader.token))).rejects.toThrow('refused with 403');
  const cases: ReadonlyArray<readonly [Scope[], string[]]> = [
    [['realtime:read'], ['own']],
    [
      ['realtime:read', 'messages:read'],
      ['channel', 'own'],
    ],
    [
      ['realtime:read', 'servers:read'],
      ['own', 'server'],
    ],
  ];
  for (const [scopes, followed] of cases) {
    const { id, token } = await makeBot(scopes);
    const names = new Map([
      [id, 'own'],
      [channelId, 'channel'],
      [serverId, 'server'],
    ]);
    const socket = await openSocket(withToken(b, token));
    socket.send('subscribe', { channelIds: [...names.keys()] });
    const { channels, denied } = (await socket.until('subscribed')).data;
    expect(channels.map((stream) => names.get(stream.id)).sort()).toEqual(followed);
    expect(denied).toHaveLength(3 - followed.length);
    socket.send('typing', { channelId });
    expect((await socket.until('error')).data.code).toBe('SCOPE_REQUIRED');
    socket.close();
  }
});
