import { type Queryable, type StatementParameter, statement } from '@palaver/db';
import type { Conditions } from './conditions.js';
import { ALL, BY_GRAMS, NEWEST, NEWEST_IN_SCOPE, PINNED } from './find-statements.js';
import { withinTime } from './within-time.js';

/** A message that was found, and how good it is. */
export type Found = readonly [messageId: string, score: number];

interface FoundRow {
  readonly found: readonly Found[];
  /** Whether there are no older ones than these, up to as many as were asked for. */
  readonly isComplete: boolean;
}

const newest = statement<FoundRow>(NEWEST);
const newestInScope = statement<FoundRow>(NEWEST_IN_SCOPE);
const byGrams = statement<FoundRow>(BY_GRAMS);
const all = statement<FoundRow>(ALL);
const pinned = statement<FoundRow>(PINNED);

/** This many of the newest messages are looked at before the index of words, all scopes together. */
const LOOKED_AT = 1_000;
const LOOKED_AT_IN_SCOPE = 20;

/**
 * Finds the newest messages that a query is about, at most `limit`, newest first. What is common is among the newest
 * messages; what is rare is in few lists of the index. So the first way is tried before the second one. What is pinned is a
 * list of its own. Throws `SEARCH_TOO_BROAD`.
 */
export async function findMessages(
  db: Queryable,
  conditions: Conditions,
  limit: number,
): Promise<readonly Found[]> {
  if (conditions.scopes === 0) return [];
  const parameters = [...conditions.parameters, String(limit)];
  if (conditions.isPinned) return (await withinTime(db, (tx) => run(pinned, tx, parameters))).found;
  const each = Math.max(
    LOOKED_AT_IN_SCOPE,
    Math.ceil((LOOKED_AT * Math.max(1, limit / 100)) / conditions.scopes),
  );
  const first = await run(conditions.scopes === 1 ? newestInScope : newest, db, [
    ...parameters,
    String(each),
  ]);
  if (first.isComplete || first.found.length >= limit) return first.found;
  return withinTime(db, async (tx) => (await run(conditions.hasGrams ? byGrams : all, tx, parameters)).found);
}

async function run(search: typeof newest, q: Queryable, parameters: StatementParameter[]): Promise<FoundRow> {
  const [row] = await search(q, parameters);
  if (!row) throw new Error('a statement without a table answers one row');
  return row;
}
