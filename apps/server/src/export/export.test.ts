import { createDatabase } from '@palaver/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../testing/client.js';
import { PASSWORD, startTestService, type TestService } from '../testing/test-service.js';
import { TABLES } from './tables-of-people.fixture.js';

let service: TestService;
let alice: Client;
let bob: Client;
let acmeId: string;
let channelId: string;
beforeAll(async () => {
  service = await startTestService();
  [alice, bob] = [await service.person('alice'), await service.person('bob')];
  acmeId = (await alice.post('/api/servers', { name: 'Acme' })).body.data.id;
  const { code } = (await alice.post(`/api/servers/${acmeId}/invites`, {})).body.data;
  await bob.post(`/api/invites/${code}/accept`);
  channelId = (await alice.post(`/api/servers/${acmeId}/channels`, { name: 'plans' })).body.data.id;
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

test('names channels, threads and items of the inbox, without what others wrote', async () => {
  const { id: root } = (await alice.post(`/api/channels/${channelId}/messages`, { content: 'who comes?' }))
    .body.data;
  const answer = { content: '@alice a whisper of bob', threadId: root };
  const { id: messageId } = (await bob.post(`/api/channels/${channelId}/messages`, answer)).body.data;
  const preference = { level: 'mentions', quietStart: '22:00', quietEnd: '06:30', timezone: 'Europe/Berlin' };
  await alice.put(`/api/servers/${acmeId}/channels/${channelId}/notification-preferences`, preference);
  const items = () => alice.get('/api/notifications');
  await expect.poll(async () => (await items()).body.data).toMatchObject([{ messageId }]);
  await alice.put(`/api/channels/${channelId}/read`, { messageId: root });
  const { text } = await exportOf(alice);
  const lines = linesOf(text);
  expect(lines).toEqual(
    expect.arrayContaining([
      {
        type: 'channelPreference',
        data: expect.objectContaining({ serverId: acmeId, channelId, ...preference }),
      },
      { type: 'readPosition', data: expect.objectContaining({ channelId, lastReadMessageId: root }) },
      { type: 'followedThread', data: expect.objectContaining({ threadId: root, channelId }) },
      {
        type: 'inboxItem',
        data: expect.objectContaining({
          kind: 'mention',
          messageId,
          channelId,
          readAt: null,
          createdAt: expect.stringMatching(/Z$/),
        }),
      },
    ]),
  );
  expect(text).not.toContain('a whisper of bob');
  const once = lines.filter(({ type }) => ['secondFactors', 'mailPreferences'].includes(type));
  expect(once).toHaveLength(2);
});

test('has what each table has of a person, or there is a reason why not', async () => {
  const { db, close } = createDatabase({ url: service.databaseUrl }, { max: 1 });
  const found = await db.execute<{ name: string }>(`
    select distinct relation.relname as name from pg_class relation
    join pg_namespace space on space.oid = relation.relnamespace and space.nspname = 'public'
    join pg_attribute attribute on attribute.attrelid = relation.oid and not attribute.attisdropped
    where relation.relkind in ('r', 'p') and not relation.relispartition and (
      attribute.attname ~ '^(user|person|owner|author|actor|uploader)_id$|^(created|claimed|banned|closed|seen)_by$'
      or exists (select from pg_constraint where conrelid = relation.oid and confrelid = 'users'::regclass))`);
  await close();
  const names = found.map(({ name }) => name);
  expect(names.toSorted(), 'a new table is a line of own-data.ts, or is left with a reason').toEqual(
    Object.keys(TABLES).toSorted(),
  );
});

describe('of places that the person has left', () => {
  const ofType = (lines: readonly Line[], type: string) =>
    lines.filter((line) => line.type === type).map(({ data }) => data);

  test('it has what they wrote, and nothing of others', async () => {
    const carol = await service.person('carol');
    const { id: serverId } = (await alice.post('/api/servers', { name: 'Former' })).body.data;
    const { code } = (await alice.post(`/api/servers/${serverId}/invites`, {})).body.data;
    await carol.post(`/api/invites/${code}/accept`);
    const { id } = (await alice.post(`/api/servers/${serverId}/channels`, { name: 'there' })).body.data;
    await carol.post(`/api/servers/${serverId}/channels/${id}/join`);
    const say = async (who: Client, content: string, threadId?: string) =>
      (await who.post(`/api/channels/${id}/messages`, { content, threadId })).body.data;
    const root = await say(alice, 'of alice');
    const first = await say(carol, 'first');
    const reply = await say(carol, 'a reply', root.id);
    const edited = await say(carol, 'before');
    await carol.patch(`/api/messages/${edited.id}`, { content: 'after' });
    const deleted = await say(carol, 'deleted');
    await carol.delete(`/api/messages/${deleted.id}`);
    await alice.put(`/api/messages/${first.id}/reactions/${encodeURIComponent('👍')}`);
    const before = linesOf((await exportOf(carol)).text);
    expect(ofType(before, 'formerMessage')).toEqual([]);
    expect(ofType(before, 'message').map(({ content }) => content)).toEqual(['after', 'a reply', 'first']);
    await carol.post(`/api/servers/${serverId}/leave`);
    const { text } = await exportOf(carol);
    const lines = linesOf(text);
    expect(ofType(lines, 'message')).toEqual([]);
    const of = (message: typeof first, changes: object) => ({
      id: message.id,
      serverId,
      channelId: id,
      threadId: null,
      content: message.content,
      edited: false,
      createdAt: message.createdAt,
      updatedAt: message.createdAt,
      ...changes,
    });
    expect(ofType(lines, 'formerMessage')).toEqual([
      of(edited, { content: 'after', edited: true, updatedAt: expect.any(String) }),
      of(reply, { threadId: root.id }),
      of(first, {}),
    ]);
    expect(text).not.toMatch(/of alice|👍/);
    expect(linesOf((await exportOf(alice)).text).map(({ type }) => type)).not.toContain('formerMessage');
    await alice.delete(`/api/servers/${serverId}`);
    expect(ofType(linesOf((await exportOf(carol)).text), 'formerMessage')).toEqual([]);
  });

  test('it has their reactions, also those in places where they are, on any page of the walk', async () => {
    const dave = await service.person('dave');
    const { code } = (await alice.post(`/api/servers/${acmeId}/invites`, {})).body.data;
    await dave.post(`/api/invites/${code}/accept`);
    await dave.post(`/api/servers/${acmeId}/channels/${channelId}/join`);
    const { id: messageId } = (await bob.post(`/api/channels/${channelId}/messages`, { content: 'see' })).body
      .data;
    const react = (who: Client, emoji: string) =>
      who.put(`/api/messages/${messageId}/reactions/${encodeURIComponent(emoji)}`);
    await react(dave, '🎉');
    await react(dave, '👀');
    await react(bob, '🚀');
    await dave.delete(`/api/messages/${messageId}/reactions/${encodeURIComponent('👀')}`);
    // More than one page of messages and of reactions before and after dave's own.
    const database = createDatabase({ url: service.databaseUrl }, { max: 1 });
    for (const [from, prefix] of [
      ['00000000-0000-7000-8000-', 'older'],
      ['fffffff0-0000-7000-8000-', 'newer'],
    ] as const) {
      await database.sql`
        insert into messages (id, channel_id, seq, user_id, content, created_at, updated_at)
        select (${from}::text || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(), n, ${bob.id}, ${prefix}, now(), now()
        from generate_series(1, 1100) n`;
      await database.sql`
        insert into reactions (message_id, emoji, user_id, created_at)
        select id, emoji, ${bob.id}, now() from messages cross join unnest(array['a', 'b', 'c', 'd', 'e']) emoji
        where content = ${prefix}`;
    }
    const lines = linesOf((await exportOf(dave)).text);
    await database.sql`delete from messages where content in ('older', 'newer')`;
    await database.close();
    expect(ofType(lines, 'reaction')).toEqual([
      { messageId, channelId, emoji: '🎉', createdAt: expect.any(String) },
    ]);
    expect(lines.at(-1)).toEqual({ type: 'end', data: { lines: lines.length - 1 } });
  });
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
