import { inSlices } from '../kernel/concurrency/in-slices.js';
import { invalidField } from '../kernel/errors/app-error.js';
import type { ActorContext } from '../procedures/context.js';
import type { FoundMessage } from '../protocol/records/found-message.js';
import { accessServer } from '../servers/access.js';
import { awaitIndex } from './await-index.js';
import { conditionsOf } from './conditions.js';
import { findBest, findMessages } from './find.js';
import { readFound } from './found-messages.js';
import { findTerms } from './match.js';
import { parseQuery } from './parse-query.js';
import type { SearchQuery } from './query.js';
import { queued } from './queued.js';
import { type ResolvedNames, resolveNames, type Searcher } from './resolve.js';
import type { SearchInput, SearchServerInput } from './schemas.js';

/**
 * Searches a server. Throws `SERVER_NOT_FOUND`, `SEARCH_TOO_BROAD`, `SEARCH_BEHIND`, `BUSY`, or `INVALID_INPUT` for a
 * query that `parseQuery` refuses and for a cursor that is not among the best.
 */
export async function searchServer(ctx: ActorContext, input: SearchServerInput): Promise<FoundMessage[]> {
  const { id: serverId } = await accessServer(ctx, input.serverId, 'read');
  return search(ctx, input, serverId);
}

/** The same in all servers and direct messages of the caller. */
export function searchAll(ctx: ActorContext, input: SearchInput): Promise<FoundMessage[]> {
  return search(ctx, input, null);
}

async function search(
  ctx: ActorContext,
  input: SearchInput,
  serverId: string | null,
): Promise<FoundMessage[]> {
  const parsed = parseQuery(input.q);
  if ('problem' in parsed) throw invalidField('q', parsed.problem);
  const { query } = parsed;
  const searcher: Searcher = { userId: ctx.actor.userId, serverId };
  const names = await resolveNames(ctx.services.db, searcher, query);
  await awaitIndex(ctx, names.behind);
  return queued(ctx.services.db, searcher.userId, async () => {
    const ids = await pageOfIds(ctx, searcher, query, names, input);
    const messages = await readFound(ctx.services.db, searcher.userId, ids);
    // A message may have been edited since it was found.
    const found = await inSlices(messages, (message) => {
      const ranges = findTerms(message.content, query);
      return ranges === null ? [] : [{ message, ranges }];
    });
    return found.flat();
  });
}

/** The ids of a page of results. */
async function pageOfIds(
  { services: { db } }: ActorContext,
  searcher: Searcher,
  query: SearchQuery,
  names: ResolvedNames,
  { sort, before, limit }: SearchInput,
): Promise<readonly string[]> {
  if (sort === 'newest') {
    const conditions = conditionsOf(searcher, query, names, before);
    return findMessages(db, conditions, limit);
  }
  const conditions = conditionsOf(searcher, query, names);
  const ids = await findBest(db, conditions, { before, limit });
  if (ids === null) throw invalidField('before', 'must be a message that this search finds among the best');
  return ids;
}
