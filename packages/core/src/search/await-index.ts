import { setTimeout as pause } from 'node:timers/promises';
import { plainArrayLiteral, statement } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import type { ActorContext } from '../procedures/context.js';
import { INDEX_NAME, type ResolvedNames } from './resolve.js';

/** In milliseconds: how long a search waits for the index, and how often it looks. */
const INDEX_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 20;

const lacking = statement<{ lacks: boolean }>(`
  select exists (
    select from unnest($1::text::uuid[], $2::text::bigint[]) asked (id, seq)
    left join consumer_positions position on position.consumer = '${INDEX_NAME}' and position.stream_id = asked.id
    where coalesce(position.seq, 0) < asked.seq
  ) as lacks`);

/**
 * Waits until the index has what was committed before the search began: so a message is found, or not, from the answer
 * of its post, edit or deletion on. Throws `SEARCH_BEHIND`.
 */
export async function awaitIndex(ctx: ActorContext, behind: ResolvedNames['behind']): Promise<void> {
  if (behind.length === 0) return;
  const until = performance.now() + INDEX_WITHIN_MS;
  const streamIds = behind.map(([id]) => id);
  const parameters = [plainArrayLiteral(streamIds), plainArrayLiteral(behind.map(([, seq]) => seq))];
  while ((await lacking(ctx.services.db, parameters))[0]?.lacks) {
    if (performance.now() > until) throw new AppError('SEARCH_BEHIND');
    ctx.services.searchIndex.hurry(streamIds);
    await pause(LOOK_EVERY_MS);
  }
}
