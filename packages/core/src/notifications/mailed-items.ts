import { plainArrayLiteral, type Queryable, statement, type Transaction } from '@palaver/db';
import type { ItemRow } from './item-rows.js';

const lastRead = statement<{ at: number | null }>(`
  select (extract(epoch from max(read_at)) * 1000)::float8 as at from notifications where user_id = $1`);

/** When a person last read an item, in milliseconds since 1970; null for never. */
export async function findLastRead(q: Queryable, userId: string): Promise<number | null> {
  const [row] = await lastRead(q, [userId]);
  return row?.at ?? null;
}

const setMail = statement(`update notifications set mail_id = $2::uuid where id = any($1::text::uuid[])`);

/** A mail tells of these items. Call it under the lock of their owner's stream. */
export async function setItemsMail(
  tx: Transaction,
  items: ReadonlyArray<Pick<ItemRow, 'id'>>,
  mailId: string,
): Promise<void> {
  await setMail(tx, [plainArrayLiteral(items.map(({ id }) => id)), mailId]);
}
