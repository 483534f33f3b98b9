import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import type { ItemRow } from '../notifications/item-rows.js';
import { DEFAULT_DELAY, DELAY_MS } from './delays.js';
import { isMailed } from './item-queries.js';

const delays = Object.entries(DELAY_MS).map(
  ([delay, ms]) => `when '${delay}' then interval '${ms} milliseconds'`,
);

const schedule = statement(`
  with made as materialized (
    select user_id, min(at) as at from unnest($1::text::uuid[], $2::text::timestamptz[]) item (user_id, at) group by user_id
  ), due as (
    select person.id, made.at + case coalesce(chosen.delay, '${DEFAULT_DELAY}') ${delays.join(' ')} end as at
    from made
    join users person on person.id = made.user_id and person.deactivated_at is null
      and lower(person.verified_email) = lower(person.email)
    left join mail_digests chosen on chosen.user_id = person.id
  )
  insert into mail_digests as digest (user_id, due_at)
  select id, at from due where at is not null
  on conflict (user_id) do update set due_at = excluded.due_at
  where digest.due_at is null or digest.due_at > excluded.due_at`);

/**
 * Makes the digests due of people who have new items that may be mailed. Call it in the transaction of the items, under the
 * locks of the people's streams.
 */
export async function scheduleDigests(tx: Transaction, items: readonly ItemRow[]): Promise<void> {
  const mailed = items.filter(({ kind, silent, readAt }) => isMailed(kind) && !silent && readAt === null);
  if (mailed.length === 0) return;
  await schedule(tx, [
    plainArrayLiteral(mailed.map(({ userId }) => userId)),
    plainArrayLiteral(mailed.map(({ createdAt }) => new Date(createdAt).toISOString())),
  ]);
}
