import { type Queryable, statement, type Transaction } from '@palaver/db';
import { HIGHEST_ID, LOWEST_ID } from '../kernel/schema/ids.js';
import type { Page } from '../kernel/schema/pagination.js';
import { IS_READABLE, ITEM_COLUMNS, type ItemRow } from './item-rows.js';

/** Items, and the position of the owner's stream when they were read. */
interface ItemPage {
  readonly seq: number;
  readonly items: readonly ItemRow[];
}

const pageIn = (order: 'asc' | 'desc') =>
  statement<{ page: ItemPage }>(`
  with page as (
    select ${ITEM_COLUMNS} from notifications item
    where item.user_id = $1 and item.id < $2::uuid and item.id > $3::uuid
      and (item.read_at is null or not $4::text::boolean) and ${IS_READABLE}
    order by item.id ${order} limit $5::text::int
  )
  select json_build_object(
    'seq', (select last_seq from stream_heads where id = $1),
    'items', (select coalesce(json_agg(page order by page.id desc), '[]') from page)) as page`);

const [down, up] = [pageIn('desc'), pageIn('asc')];

/** A page of somebody's items, newest first, without those of what they may not read any more. */
export async function listItems(
  q: Queryable,
  userId: string,
  { before = HIGHEST_ID, after, limit, unread }: Page & { readonly unread: boolean },
): Promise<ItemPage> {
  const read = after === undefined ? down : up;
  const [row] = await read(q, [userId, before, after ?? LOWEST_ID, String(unread), String(limit)]);
  if (!row) throw new Error('a statement over one row answers one row');
  return row.page;
}

const find = statement<ItemRow>(`
  select ${ITEM_COLUMNS} from notifications item where item.id = $2 and item.user_id = $1 and ${IS_READABLE}`);

/** An item of somebody's; null where it is another's, or is about what they may not read any more. */
export async function findItem(q: Queryable, userId: string, id: string): Promise<ItemRow | null> {
  const [row] = await find(q, [userId, id]);
  return row ?? null;
}

const count = statement<{ count: number }>(`
  select count(*)::int as count from notifications item
  where item.user_id = $1 and item.read_at is null and ${IS_READABLE}`);

/** How many unread items somebody has; an inbox is bounded. */
export async function countUnread(q: Queryable, userId: string): Promise<number> {
  const [row] = await count(q, [userId]);
  return row?.count ?? 0;
}

const read = statement<{ id: string; userId: string }>(`
  update notifications set read_at = $2::text::timestamptz
  where user_id = $1 and read_at is null and ($3::uuid is null or id = $3::uuid)
  returning id, user_id as "userId"`);

/** Marks one item of somebody's as read, or all. Returns those that were unread. Call it under the lock of their stream. */
export function readItems(
  tx: Transaction,
  userId: string,
  now: Date,
  id: string | null,
): Promise<ReadonlyArray<{ readonly id: string; readonly userId: string }>> {
  return read(tx, [userId, now.toISOString(), id]);
}
