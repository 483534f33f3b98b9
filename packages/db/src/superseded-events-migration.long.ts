import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from './connection.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';

const MIGRATION = new URL('../migrations/0009_superseded_events.sql', import.meta.url);

let database: TestDatabase;
let sql: ReturnType<typeof connect>;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.connection, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [CHANNEL, USER, EDITED, DELETED, PLAIN] = [id(1), id(2), id(3), id(4), id(5)];
/** Holds what a careless pattern would take for the end of the field. */
const TRICKY = 'old "quoted\\" \\\\" "reactions":[],"attachments":[],"seq":1}} é\n';

const message = (messageId: string, content: string) => ({
  id: messageId,
  channelId: CHANNEL,
  userId: USER,
  content,
  edited: false,
  user: { id: USER, displayName: `"content":"${TRICKY}"` },
  replyCount: 0,
  reactions: [{ emoji: '👍', count: 1, users: [USER] }],
  attachments: [{ filename: 'old.txt' }],
});
const reaction = (messageId: string) => ({
  channelId: CHANNEL,
  messageId,
  userId: USER,
  emoji: 'old "one\\',
});

/** What release 0.1.0 stored, in the order of the log. */
const LOG = [
  { type: 'message.created', data: message(EDITED, TRICKY) },
  { type: 'message.updated', data: message(EDITED, `${TRICKY} again`) },
  { type: 'reaction.added', data: reaction(EDITED) },
  { type: 'message.updated', data: message(EDITED, 'new') },
  { type: 'message.created', data: message(DELETED, TRICKY) },
  { type: 'reaction.added', data: reaction(DELETED) },
  { type: 'message.updated', data: message(DELETED, TRICKY) },
  { type: 'message.deleted', data: { id: DELETED, channelId: CHANNEL, threadId: null } },
  { type: 'message.created', data: message(PLAIN, 'plain') },
].map(({ type, data }, index) => ({ type, data: { ...data, seq: index + 1 } }));

async function storeOldRows(): Promise<void> {
  const now = new Date();
  const rows = LOG.map((event, index) => ({
    stream_id: CHANNEL,
    seq: index + 1,
    frame: JSON.stringify(event),
    created_at: now,
  }));
  await sql`insert into events ${sql(rows)}`;
  const stored = (messageId: string, seq: number, edited: boolean, deletedAt: Date | null) => ({
    id: messageId,
    channel_id: CHANNEL,
    seq,
    user_id: USER,
    content: '',
    edited,
    created_at: now,
    updated_at: now,
    deleted_at: deletedAt,
  });
  await sql`insert into messages ${sql([stored(EDITED, 1, true, null), stored(DELETED, 5, true, now), stored(PLAIN, 9, false, null)])}`;
  await sql`insert into users (id, username, display_name, password_hash, created_at) values (${USER}, 'alice', 'Alice', 'x', ${now})`;
  const answers = [message(EDITED, TRICKY), { id: CHANNEL, name: 'plans' }].map((answer, n) => ({
    user_id: USER,
    key: `key ${n}`,
    request_hash: Buffer.from('hash'),
    answer: JSON.stringify(answer),
    created_at: now,
  }));
  await sql`insert into idempotency_keys ${sql(answers)}`;
}

test('an upgrade takes out of the log and the stored answers what was edited or deleted before', async () => {
  await storeOldRows();
  const statements = readFileSync(MIGRATION, 'utf8').split('--> statement-breakpoint');
  for (const statement of statements) if (!/^\s*(ALTER|CREATE)/.test(statement)) await sql.unsafe(statement);

  const rows = await sql<Array<{ frame: string; message_id: string | null }>>`
    select frame, message_id from events order by seq`;
  const empty = { content: '', reactions: [], attachments: [], superseded: true };
  const expected = LOG.map((event, index) => {
    const { type, data } = event;
    if ([0, 1, 4, 6].includes(index)) return { type, data: { ...data, ...empty } };
    return index === 5 ? { type, data: { ...data, emoji: '', superseded: true } } : event;
  });
  expect(rows.map(({ frame }) => frame)).toEqual(expected.map((event) => JSON.stringify(event)));
  expect(rows.flatMap(({ message_id }, index) => (message_id === null ? [] : [[index, message_id]]))).toEqual(
    [[2, EDITED]],
  );
  expect(await sql`select id, updated_seq::int as seq from messages order by id`).toEqual([
    { id: EDITED, seq: 4 },
    { id: DELETED, seq: 7 },
    { id: PLAIN, seq: null },
  ]);
  expect(await sql`select answer from idempotency_keys order by key`).toEqual([
    { answer: JSON.stringify(EDITED) },
    { answer: JSON.stringify({ id: CHANNEL, name: 'plans' }) },
  ]);
});
