import { type Queryable, type StatementParameter, statement } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import type { Conditions } from './conditions.js';
import { BEST_WAYS, NEWEST_WAYS } from './find-statements.js';
import { withinTime } from './within-time.js';

interface FoundRow {
  /** Ids of messages in the order of the answer; null where the cursor of a page is not among them. */
  readonly found: readonly string[] | null;
  /** How many were found, of which a page of the best has a part. */
  readonly count: number;
  /** Whether there are no older ones than these, up to as many as were asked for. */
  readonly isComplete: boolean;
}

type Way = keyof typeof NEWEST_WAYS;
type Ways = Readonly<Record<Way, ReturnType<typeof statement<FoundRow>>>>;

function prepare(texts: Readonly<Record<Way, string>>): Ways {
  return {
    newest: statement<FoundRow>(texts.newest),
    newestInScope: statement<FoundRow>(texts.newestInScope),
    pinned: statement<FoundRow>(texts.pinned),
    byGrams: statement<FoundRow>(texts.byGrams),
    all: statement<FoundRow>(texts.all),
  };
}

const newestWays = prepare(NEWEST_WAYS);
const bestWays = prepare(BEST_WAYS);

/** This many of the newest messages that were found are compared with each other, where the best are asked for. */
export const BEST_OF = 10_000;
/** The same, where these are not found in the time of a search. */
const BEST_OF_LATE = 400;

/** This many of the newest messages are looked at before the index of words, all scopes together. */
const LOOKED_AT = 1_000;
const LOOKED_AT_IN_SCOPE = 20;
/** The most that are looked at after that, for each wanted message and in all. It is done where it is likely to find enough. */
const WALKED_FOR_EACH = 400;
const WALKED_MAX = 600_000;
/** How many more than the expected number, as words are not spread evenly. */
const MARGIN = 1.5;

/** Finds the newest messages that a query is about, at most `limit`, newest first. Throws `SEARCH_TOO_BROAD`. */
export async function findMessages(
  db: Queryable,
  conditions: Conditions,
  limit: number,
): Promise<readonly string[]> {
  return (await findBy(db, conditions, { ways: newestWays, limit, page: [] })) ?? [];
}

/**
 * Finds a page of the best among the newest `BEST_OF`, or among fewer where these take too long, after the message `before`; null
 * where that is not among them. `conditions` have no cursor. Throws `SEARCH_TOO_BROAD`.
 */
export async function findBest(
  db: Queryable,
  conditions: Conditions,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly string[] | null> {
  const page = [String(limit), before ?? null, ...conditions.score];
  try {
    return await findBy(db, conditions, { ways: bestWays, limit: BEST_OF, page });
  } catch (error) {
    if (!(error instanceof AppError && error.errorCode === 'SEARCH_TOO_BROAD')) throw error;
    return findBy(db, conditions, { ways: bestWays, limit: BEST_OF_LATE, page });
  }
}

interface Asked {
  readonly ways: Ways;
  readonly limit: number;
  /** Parameters of the best. */
  readonly page: readonly StatementParameter[];
}

/**
 * What is common is among the newest messages; what is rare is in few lists of the index. So the first way is tried before the second
 * one; and again with more messages, where what it has found says that these have enough. What is pinned is a list of its own.
 */
async function findBy(
  db: Queryable,
  conditions: Conditions,
  { ways, limit, page }: Asked,
): Promise<readonly string[] | null> {
  const { scopes, parameters } = conditions;
  if (scopes === 0) return [];
  const by = (q: Queryable, way: Way, lookedAt: number) => {
    const each = Math.max(LOOKED_AT_IN_SCOPE, Math.ceil(lookedAt / scopes));
    const walks = way === 'newest' || way === 'newestInScope';
    return run(ways[way], q, [...parameters, String(limit), ...page, ...(walks ? [String(each)] : [])]);
  };
  const isEnough = ({ isComplete, count }: FoundRow) => isComplete || count >= limit;
  if (conditions.isPinned) return (await withinTime(db, (tx) => by(tx, 'pinned', 0))).found;
  const newest = scopes === 1 ? 'newestInScope' : 'newest';
  const first = await by(db, newest, LOOKED_AT);
  if (isEnough(first)) return first.found;
  const walk = Math.ceil((LOOKED_AT * limit * MARGIN) / first.count);
  if (conditions.hasGrams && walk <= Math.min(WALKED_FOR_EACH * limit, WALKED_MAX)) {
    const more = await withinTime(db, (tx) => by(tx, newest, walk));
    if (isEnough(more)) return more.found;
  }
  return (await withinTime(db, (tx) => by(tx, conditions.hasGrams ? 'byGrams' : 'all', 0))).found;
}

async function run(search: Ways[Way], q: Queryable, parameters: StatementParameter[]): Promise<FoundRow> {
  const [row] = await search(q, parameters);
  if (!row) throw new Error('a statement without a table answers one row');
  return row;
}
