import { createDatabase } from '@palaver/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../testing/client.js';
import { PASSWORD, startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
let alice: Client;
let bob: Client;
let channelId: string;
beforeAll(async () => {
  service = await startTestService();
  [alice, bob] = [await service.person('alice'), await service.person('bob')];
  const { id: serverId } = (await alice.post('/api/servers', { name: 'Acme' })).body.data;
  const { code } = (await alice.post(`/api/servers/${serverId}/invites`, {})).body.data;
  await bob.post(`/api/invites/${code}/accept`);
  channelId = (await alice.post(`/api/servers/${serverId}/channels`, { name: 'plans' })).body.data.id;
});
afterAll(() => service.close());

interface Line {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function exportOf(client: Client) {
  const answer = await fetch(`${service.url}/api/users/me/export`, {
    headers: { Authorization: `Bearer ${client.token}` },
  });
  const text = await answer.text();
  return { answer, text };
}

const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('has the records of the person, all pages of what they wrote, and nothing that others wrote', async () => {
  for (let n = 0; n < 130; n++)
    await alice.post(`/api/channels/${channelId}/messages`, { content: `mine ${n}` });
  await bob.post(`/api/channels/${channelId}/messages`, { content: 'a secret of bob' });
  await alice.put(`/api/channels/${channelId}/draft`, { content: 'half a thought' });
  const { answer, text } = await exportOf(alice);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const lines = linesOf(text);
  const types = new Set(lines.map(({ type }) => type));
  for (const type of ['profile', 'session', 'server', 'notificationPreference', 'draft', 'end'])
    expect(types).toContain(type);
  const messages = lines.filter(({ type }) => type === 'message').map(({ data }) => data.content);
  expect(messages).toEqual(Array.from({ length: 130 }, (_, n) => `mine ${129 - n}`));
  expect(text).not.toContain('a secret of bob');
  expect(text).not.toContain(alice.token ?? 'no token');
  expect(lines.at(-1)).toEqual({ type: 'end', data: { lines: lines.length - 1 } });
});

test('needs a person who is there', async () => {
  const bots = await bob.post('/api/bots', { username: 'robot' });
  const asBot = await fetch(`${service.url}/api/users/me/export`, {
    headers: { Authorization: `Bearer ${bots.body.data.token}` },
  });
  expect([asBot.status, JSON.parse(await asBot.text()).code]).toEqual([403, 'PEOPLE_ONLY']);
  expect((await fetch(`${service.url}/api/users/me/export`)).status).toBe(401);
  const database = createDatabase({ url: service.databaseUrl }, { max: 1 });
  await database.sql`update sessions set verified_at = null where user_id = ${bob.id}`;
  await database.close();
  const refused = await exportOf(bob);
  expect([refused.answer.status, JSON.parse(refused.text).code]).toEqual([403, 'STEP_UP_REQUIRED']);
  await bob.post('/api/auth/verify', { password: PASSWORD });
  expect((await exportOf(bob)).answer.status).toBe(200);
});

test('of two at once the second is told to come again', async () => {
  const outcomes = await Promise.all([exportOf(alice), exportOf(alice), exportOf(alice)]);
  const statuses = outcomes.map(({ answer }) => answer.status).sort();
  expect(statuses[0]).toBe(200);
  expect(statuses.at(-1)).toBe(503);
  expect((await exportOf(alice)).answer.status).toBe(200);
});
