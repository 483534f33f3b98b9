import { connect } from '@palaver/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { operationsOf } from './hostile/requests.js';

/** What no line may hold; it stands in every column and in every field of every request. */
const CANARY = 'canary';

const lines: string[] = [];
let service: TestService;
let alice: Client;
let sql: ReturnType<typeof connect>;

beforeAll(async () => {
  service = await startTestService({}, (line) => lines.push(line));
  const { body } = await service.client(null).post('/api/auth/register', {
    username: `${CANARY}-alice`,
    password: `${CANARY} horse battery staple`,
    displayName: `${CANARY} name`,
    email: `${CANARY}@example.org`,
  });
  alice = service.client(body.data.token, body.data.user.id);
  sql = connect({ url: service.databaseUrl }, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await service.close();
});

test('when every write to the database fails, no line holds what was sent or stored', async () => {
  const server = (await alice.post('/api/servers', { name: `${CANARY} server` })).body.data;
  const [channel] = (await alice.get(`/api/servers/${server.id}/channels`)).body.data;
  const message = (await alice.post(`/api/channels/${channel.id}/messages`, { content: `${CANARY} content` }))
    .body.data;
  const group = (await alice.post(`/api/servers/${server.id}/groups`, { name: CANARY })).body.data;
  const bot = (await alice.post('/api/bots', { username: `${CANARY}-bot` })).body.data.bot;
  await failEveryWrite();

  const ids: Record<string, string> = {
    serverID: server.id,
    channelID: channel.id,
    messageID: message.id,
    groupID: group.id,
    botID: bot.id,
    userID: bot.id,
    emoji: 'a',
    code: 'code',
    provider: 'provider',
  };
  const failed = new Set<string>();
  for (const { method, path, described } of operationsOf(service.document)) {
    if (method === 'GET') continue;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? message.id);
    const headers = { 'Idempotency-Key': `${CANARY}-${failed.size}` };
    const answer = await alice.send(method, `${filled}?token=${CANARY}&ticket=${CANARY}`, BODY, { headers });
    if (answer.status === 500) failed.add(described.operationId ?? path);
    expect(answer.text).not.toContain(alice.token);
  }
  // Each of these reached the database, and failed there.
  expect(failed.size).toBeGreaterThan(30);
  const log = lines.join('');
  expect(log).toContain('P0001');
  expect(log.match(new RegExp(`.*(${CANARY}|argon2|${alice.token}).*`, 'g'))).toBeNull();
});

/** Valid for most writes: fields that an operation does not know are ignored. */
const BODY = {
  username: `${CANARY}-new`,
  password: `${CANARY} horse battery staple`,
  currentPassword: `${CANARY} horse battery staple`,
  newPassword: `${CANARY} horse battery staple 2`,
  email: `${CANARY}2@example.org`,
  displayName: `${CANARY} display`,
  name: CANARY,
  topic: `${CANARY} topic`,
  status: `${CANARY} status`,
  content: `${CANARY} text`,
  level: 'nothing',
  role: 'admin',
};

/** Makes every change of a row raise an error that carries the row, as a failing constraint does. */
async function failEveryWrite(): Promise<void> {
  await sql.unsafe(`
    create function fail_with_row() returns trigger language plpgsql as $$
    begin
      raise exception 'refused: %', coalesce(new, old) using detail = coalesce(new, old)::text;
    end $$`);
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'`;
  for (const { name } of tables) {
    await sql.unsafe(
      `create trigger fail before insert or update or delete on "${name}" for each row execute function fail_with_row()`,
    );
  }
}
