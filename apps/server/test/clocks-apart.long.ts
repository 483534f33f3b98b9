import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Client } from '../src/testing/client.js';
import { type Callers, callersOf, TRUST_THE_TEST } from '../src/testing/test-service.js';
import { build, killLeftovers, start } from './process/child.js';

const SHIFT_MS = 3_600_000;
/** Less is what an answer may take. */
const SAME_MS = SHIFT_MS / 2;
const SHIFTED_CLOCK = new URL('./process/shifted-clock.mjs', import.meta.url).href;

/** A node, and alice as its client. */
interface Node {
  readonly callers: Callers;
  readonly alice: Client;
}

const folders: string[] = [];
let database: TestDatabase;
let ahead: Node;
let behind: Node;

/** Starts a process on the database whose time of day is wrong. */
async function startShifted(dataDir: string, shiftMs: number): Promise<Callers> {
  const child = start({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PUBLIC_URL: 'http://localhost:3000',
    NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
    CLOCK_SHIFT_MS: String(shiftMs),
    ...TRUST_THE_TEST,
  });
  return callersOf(await child.url());
}

beforeAll(async () => {
  [database] = await Promise.all([createTestDatabase(), build()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'palaver-clocks-'));
  folders.push(dataDir);
  const nodes = await Promise.all([startShifted(dataDir, SHIFT_MS), startShifted(dataDir, -SHIFT_MS)]);
  const registered = await nodes[0].person('alice');
  const nodeOf = (callers: Callers) => ({
    callers,
    alice: callers.client(registered.token, registered.id),
  });
  [ahead, behind] = [nodeOf(nodes[0]), nodeOf(nodes[1])];
});
afterAll(async () => {
  await killLeftovers([]);
  await database.drop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

const orders = (): Array<[Node, Node]> => [
  [ahead, behind],
  [behind, ahead],
];

/** How far an instant of an answer is from now, in milliseconds. */
const fromNow = (instant: string) => Date.parse(instant) - Date.now();

test('a ticket of each node opens a socket at the other, and expires half a minute from now', async () => {
  for (const [one, other] of orders()) {
    const { body } = await one.alice.post('/api/ws/ticket');
    expect(Math.abs(fromNow(body.data.expiresAt) - 30_000)).toBeLessThan(SAME_MS);
    const address = other.callers.url.replace('http', 'ws');
    const socket = new WebSocket(`${address}/api/ws?ticket=${body.data.ticket}`);
    await once(socket, 'open');
    socket.terminate();
  }
});

test('a session of each node is valid at the other', async () => {
  for (const [index, [one, other]] of orders().entries()) {
    const { token } = await one.callers.person(`person${index}`);
    expect((await other.callers.client(token).get('/api/users/me')).status).toBe(200);
  }
});

test('an invite for five minutes works at the other node', async () => {
  const { body } = await ahead.alice.post('/api/servers', { name: 'Acme' });
  for (const [index, [one, other]] of orders().entries()) {
    const made = await one.alice.post(`/api/servers/${body.data.id}/invites`, { expiresInSeconds: 300 });
    const guest = await other.callers.person(`guest${index}`);
    expect((await guest.post(`/api/invites/${made.body.data.code}/accept`)).status).toBe(200);
  }
});

test('messages that are posted at both in turn carry the time of the database, in the order of seq', async () => {
  const { body } = await ahead.alice.post('/api/servers', { name: 'Acme' });
  const channel = (await ahead.alice.get(`/api/servers/${body.data.id}/channels`)).body.data[0];
  for (let n = 0; n < 6; n++) {
    const { alice } = n % 2 === 0 ? ahead : behind;
    const posted = await alice.post(`/api/channels/${channel.id}/messages`, { content: `message ${n}` });
    expect(Math.abs(fromNow(posted.body.data.createdAt))).toBeLessThan(SAME_MS);
  }
  const listed = await behind.alice.get(`/api/channels/${channel.id}/messages`);
  // A list of messages is in the order of seq, the newest first.
  const messages = listed.body.data.toReversed();
  expect(messages.map(({ content }: { content: string }) => content)).toEqual(
    [0, 1, 2, 3, 4, 5].map((n) => `message ${n}`),
  );
  const instants = messages.map(({ createdAt }: { createdAt: string }) => createdAt);
  expect(instants).toEqual([...instants].sort());
});
