import { type Queryable, statement, type Transaction } from '@palaver/db';
import { SCHEDULED_COLUMNS, type ScheduledRow } from './record.js';

const readClock = statement<{ now: number }>(
  'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
);

/** What the database's clock shows, which is the same for all nodes. */
export async function readNow(q: Queryable): Promise<Date> {
  const [row] = await readClock(q, []);
  if (!row) throw new Error('a statement over one row answers one row');
  return new Date(row.now);
}

const list = statement<{ seq: number; messages: readonly ScheduledRow[] }>(`
  select head.last_seq::float8 as seq, (
    select coalesce(json_agg(own order by own."sendAt", own.id), '[]') from (
      select ${SCHEDULED_COLUMNS} from scheduled_messages scheduled where scheduled.user_id = $1) own) as messages
  from stream_heads head where head.id = $1`);

/** What somebody has scheduled, the next one first, and the position of their stream at that instant. */
export async function listScheduled(q: Queryable, userId: string) {
  const [row] = await list(q, [userId]);
  if (!row) throw new Error(`user ${userId} has no stream`);
  return row;
}

const find = statement<ScheduledRow>(
  `select ${SCHEDULED_COLUMNS} from scheduled_messages scheduled where scheduled.id = $1`,
);

export async function findScheduled(q: Queryable, id: string): Promise<ScheduledRow | null> {
  const [row] = await find(q, [id]);
  return row ?? null;
}

const locking = (wait: string) =>
  statement<ScheduledRow>(
    `select ${SCHEDULED_COLUMNS} from scheduled_messages scheduled where scheduled.id = $1 for update ${wait}`,
  );
const [lockWaiting, lockFree] = [locking(''), locking('skip locked')];

/**
 * A row, locked until the transaction ends; null where it is gone or, with `skip`, locked by another transaction. Every write
 * locks it before the streams, and the row of its author, where that is locked, before it.
 */
export async function lockScheduled(
  tx: Transaction,
  id: string,
  how: 'wait' | 'skip',
): Promise<ScheduledRow | null> {
  const [row] = await (how === 'wait' ? lockWaiting : lockFree)(tx, [id]);
  return row ?? null;
}

const count = statement<{ count: number }>(
  'select count(*)::int as count from scheduled_messages where user_id = $1',
);

export async function countScheduled(tx: Transaction, userId: string): Promise<number> {
  const [row] = await count(tx, [userId]);
  return row?.count ?? 0;
}

const insert = statement<ScheduledRow>(`
  insert into scheduled_messages as scheduled
    (id, user_id, channel_id, thread_id, also_in_channel, content, attachment_ids, send_at, created_at, updated_at)
  values ($1, $2, $3, $4, $5::text::boolean, $6, $7::text::jsonb, $8::text::timestamptz, now(), now())
  returning ${SCHEDULED_COLUMNS}`);

/** What is stored of a new one. */
export type NewScheduled = Pick<
  ScheduledRow,
  'id' | 'userId' | 'channelId' | 'threadId' | 'alsoInChannel' | 'content' | 'attachmentIds' | 'sendAt'
>;

export async function insertScheduled(tx: Transaction, row: NewScheduled): Promise<ScheduledRow> {
  const { id, userId, channelId, threadId, alsoInChannel, content, attachmentIds, sendAt } = row;
  const at = new Date(sendAt).toISOString();
  const [made] = await insert(tx, [
    id,
    userId,
    channelId,
    threadId,
    String(alsoInChannel),
    content,
    JSON.stringify(attachmentIds),
    at,
  ]);
  if (!made) throw new Error('an insert returns its row');
  return made;
}

const update = statement<ScheduledRow>(`
  update scheduled_messages scheduled
  set content = $2, attachment_ids = $3::text::jsonb, send_at = $4::text::timestamptz, failure_code = $5, failure_error = $6,
    updated_at = greatest(now(), scheduled.updated_at + interval '1 millisecond')
  where scheduled.id = $1
  returning ${SCHEDULED_COLUMNS}`);

/** Writes what can change of a row that the transaction has locked. */
export async function updateScheduled(tx: Transaction, row: ScheduledRow): Promise<ScheduledRow> {
  const { id, content, attachmentIds, sendAt, failureCode, failureError } = row;
  const at = new Date(sendAt).toISOString();
  const [changed] = await update(tx, [
    id,
    content,
    JSON.stringify(attachmentIds),
    at,
    failureCode,
    failureError,
  ]);
  if (!changed) throw new Error('this transaction has locked the row');
  return changed;
}

const remove = statement('delete from scheduled_messages where id = $1');

export async function removeScheduled(tx: Transaction, id: string): Promise<void> {
  await remove(tx, [id]);
}
