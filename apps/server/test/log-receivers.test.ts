import type { ServerResponse } from 'node:http';
import { createdId } from '@palaver/core/testing';
import { connect } from '@palaver/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Received, startReceiver, type TestReceiver } from '../src/outgoing/receiver.fixture.js';
import type { Client } from '../src/testing/client.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';

/** What no line may hold; it stands in the path and the query of each URL, and in each answer. */
const CANARY = 'canary';

/** How a receiver answers, by the first part of its path, and what becomes of the delivery. */
const ANSWERS: Readonly<
  Record<string, readonly [error: string | null, answer: (res: ServerResponse) => void]>
> = {
  taken: [null, (res) => res.writeHead(204).end()],
  refused: ['status', (res) => res.writeHead(500, CANARY).end(CANARY)],
  elsewhere: ['status', (res) => res.writeHead(302, { Location: `http://127.0.0.1/${CANARY}` }).end()],
  cut: ['connection', (res) => res.destroy()],
  garbled: ['connection', (res) => res.socket?.end(`${CANARY}\r\n\r\n`)],
  gone: ['status', (res) => res.writeHead(410).end()],
};

const lines: string[] = [];
let receiver: TestReceiver;
let service: TestService;
let alice: Client;
let serverId: string;
let channelId: string;
let botId: string;
/** The signing secrets of all receivers. */
const secrets: string[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  receiver.behave(answer);
  service = await startTestService({ WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8' }, (line) => lines.push(line));
  alice = await service.person('alice');
  serverId = await createdId(alice, '/api/servers', { name: 'Acme' });
  [{ id: channelId }] = (await alice.get(`/api/servers/${serverId}/channels`)).body.data;
  const { body } = await alice.post('/api/bots', { username: 'robot' });
  botId = body.data.bot.id;
  await alice.post(`/api/servers/${serverId}/members`, { userId: botId });
  const commands = [{ name: 'ping', description: 'Answers' }];
  await service.client(body.data.token, '').put(`/api/bots/${botId}/commands`, { commands });
});
afterAll(async () => {
  await service.close();
  await receiver.stop();
});

function answer({ path }: Received, res: ServerResponse): void {
  const [, give] = ANSWERS[path.split('/')[1] ?? ''] ?? [];
  give?.(res);
}

const urlOf = (way: string, origin = receiver.url) => `${origin}/${way}/${CANARY}?token=${CANARY}`;

async function newWebhook(url: string): Promise<string> {
  const path = `/api/servers/${serverId}/webhooks/outgoing`;
  const { data } = (await alice.post(path, { url, eventTypes: ['message.created'] })).body;
  secrets.push(data.secret);
  return data.webhook.id;
}

async function setEndpoint(url: string): Promise<void> {
  const { data } = (await alice.put(`/api/bots/${botId}/endpoint`, { url })).body;
  if (data.secret !== null) secrets.push(data.secret);
}

const post = () => createdId(alice, `/api/channels/${channelId}/messages`, { content: 'hello' });
const invoke = () => alice.post(`/api/channels/${channelId}/commands/invoke`, { botId, name: 'ping' });

/** What is known of the last attempt of a webhook's first delivery. */
async function attempted(webhookId: string): Promise<{ attempts: number; error: string | null }> {
  const { body } = await alice.get(`/api/servers/${serverId}/webhooks/outgoing/${webhookId}/deliveries`);
  return body.data.at(-1) ?? { attempts: 0, error: null };
}

function expectNoSecrets(): void {
  const log = lines.join('');
  expect(secrets).not.toEqual([]);
  expect(secrets.filter((secret) => !secret.startsWith('whsec_'))).toEqual([]);
  expect(log).not.toContain('Lines were counted');
  const parts = [CANARY, 'whsec_', ...secrets.map((secret) => secret.slice('whsec_'.length))];
  for (const part of parts) expect(lines.filter((line) => line.includes(part))).toEqual([]);
}

// The last one lets changes of rows fail.
describe('receivers', { shuffle: false }, () => {
  test('no line holds the URL or the secret of a receiver, whatever becomes of its calls', async () => {
    const dead = await startReceiver();
    await dead.stop();
    const expected = new Map<string, string | null>();
    for (const [way, [error]] of Object.entries(ANSWERS)) expected.set(await newWebhook(urlOf(way)), error);
    expected.set(await newWebhook(urlOf('dead', dead.url)), 'connection');
    // No receiver speaks TLS, the second name does not exist, and the address is private.
    expected.set(await newWebhook(urlOf('tls', receiver.url.replace('http:', 'https:'))), 'connection');
    expected.set(await newWebhook(urlOf('name', 'https://name.invalid')), 'connection');
    expected.set(await newWebhook(urlOf('private', 'https://10.1.2.3')), 'address');
    await post();
    for (const [id, error] of expected)
      await expect.poll(() => attempted(id)).toMatchObject({ attempts: 1, error });

    for (const way of ['taken', 'refused', 'cut', 'garbled']) {
      const before = receiver.at(`/${way}`).length;
      await setEndpoint(urlOf(way));
      await invoke();
      await receiver.until(`/${way}`, before + 1);
    }
    await expect.poll(() => lines.join('')).toContain('An outgoing webhook was disabled');
    expectNoSecrets();
  });

  test('no line holds them where what became of a call cannot be written', async () => {
    let fail = () => {};
    const failed = new Promise<void>((resolve) => {
      fail = resolve;
    });
    receiver.behave(async (_received, res) => {
      await failed;
      res.writeHead(500).end();
    });
    await newWebhook(urlOf('late'));
    await setEndpoint(urlOf('late-bot'));
    await post();
    await invoke();
    await receiver.until('/late/', 1);
    await receiver.until('/late-bot/', 1);
    await failEveryChange(['outgoing_webhooks', 'bot_endpoints']);
    fail();
    for (const sentence of ['Deliveries of a webhook failed', 'The call of a bot failed'])
      await expect.poll(() => lines.join('')).toContain(sentence);
    expect(lines.join('')).toContain('P0001');
    expectNoSecrets();
  });
});

/** Makes each change of a row raise an error that carries the row, as a failing constraint does. */
async function failEveryChange(tables: readonly string[]): Promise<void> {
  const sql = connect({ url: service.databaseUrl }, { max: 1 });
  await sql.unsafe(`
    create function fail_with_row() returns trigger language plpgsql as $$
    begin
      raise exception 'refused: %', old using detail = old::text;
    end $$`);
  for (const name of tables)
    await sql.unsafe(
      `create trigger fail before update on "${name}" for each row execute function fail_with_row()`,
    );
  await sql.end();
}
