import { type Queryable, statement, type Transaction } from '@palaver/db';
import { isReadable } from '../channels/readable-sql.js';
import type { Draft } from '../protocol/records/draft.js';
import { DRAFT_COLUMNS, type DraftRow, toDraft } from './record.js';

/** Whose draft, and where. */
export interface Place {
  readonly userId: string;
  readonly channelId: string;
  readonly threadId: string | null;
}

/** Whether the owner of a draft may read its channel now. */
export const IS_READABLE = isReadable('draft.channel_id', 'draft.user_id');

const IS_OF =
  'draft.user_id = $1 and draft.channel_id = $2 and draft.thread_id is not distinct from $3::uuid';

const list = statement<{ seq: number; drafts: readonly DraftRow[] }>(`
  select head.last_seq::float8 as seq, (
    select coalesce(json_agg(own order by own."updatedAt" desc, own."channelId", own."threadId"), '[]') from (
      select ${DRAFT_COLUMNS} from drafts draft where draft.user_id = $1 and ${IS_READABLE}) own) as drafts
  from stream_heads head where head.id = $1`);

/** Somebody's drafts in channels that they may read, the latest first, and the position of their stream at that instant. */
export async function listDrafts(
  q: Queryable,
  userId: string,
): Promise<{ readonly seq: number; readonly drafts: readonly Draft[] }> {
  const [row] = await list(q, [userId]);
  if (!row) throw new Error(`user ${userId} has no stream`);
  return { seq: row.seq, drafts: row.drafts.map(toDraft) };
}

const find = statement<DraftRow>(`select ${DRAFT_COLUMNS} from drafts draft where ${IS_OF}`);

export async function findDraft(q: Queryable, { userId, channelId, threadId }: Place): Promise<Draft | null> {
  const [row] = await find(q, [userId, channelId, threadId]);
  return row ? toDraft(row) : null;
}

const count = statement<{ count: number }>(
  `select count(*)::int as count from drafts draft where draft.user_id = $1 and ${IS_READABLE}`,
);

/** How many drafts somebody has that they can see. */
export async function countDrafts(q: Queryable, userId: string): Promise<number> {
  const [row] = await count(q, [userId]);
  return row?.count ?? 0;
}

const upsert = statement<DraftRow>(`
  insert into drafts as draft (user_id, channel_id, thread_id, content, attachment_ids, updated_at)
  values ($1, $2, $3, $4, $5::text::jsonb, $6::text::timestamptz)
  on conflict (user_id, channel_id, thread_id) do update set content = excluded.content,
    attachment_ids = excluded.attachment_ids,
    updated_at = greatest(excluded.updated_at, draft.updated_at + interval '1 millisecond')
  returning ${DRAFT_COLUMNS}`);

/** Call it under the lock of the person's stream. */
export async function upsertDraft(
  tx: Transaction,
  { userId, channelId, threadId }: Place,
  { content, attachmentIds }: Pick<Draft, 'content' | 'attachmentIds'>,
  now: Date,
): Promise<Draft> {
  const ids = JSON.stringify(attachmentIds);
  const [row] = await upsert(tx, [userId, channelId, threadId, content, ids, now.toISOString()]);
  if (!row) throw new Error('an upsert returns its row');
  return toDraft(row);
}

const remove = statement(`delete from drafts draft where ${IS_OF}`);

/** Call it under the lock of the person's stream. */
export async function deleteDraft(tx: Transaction, { userId, channelId, threadId }: Place): Promise<void> {
  await remove(tx, [userId, channelId, threadId]);
}
