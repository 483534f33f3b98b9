import type { Queryable } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { PURPOSES, type Purpose, type PurposeName, type Secrets } from '../kernel/services/secrets.js';
import { PLACES, type Place } from './places.js';

/** Texts that are read in one statement. */
const BATCH = 200;
/** Less than every id. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** How far a walk through all sealed texts is. */
export interface WalkPosition {
  readonly place: number;
  readonly after: string;
}

export const WALK_START: WalkPosition = { place: 0, after: FIRST };

/** A text of a batch. */
export interface SealedText {
  readonly id: string;
  readonly sealed: string;
  readonly purpose: Purpose;
}

export interface SealedBatch {
  readonly name: PurposeName;
  readonly place: Place;
  readonly texts: readonly SealedText[];
  /** Null: that was the last one. */
  readonly next: WalkPosition | null;
}

const NAMES = Object.keys(PLACES).filter((name): name is PurposeName => name in PLACES);
const ALL = NAMES.flatMap((name) => PLACES[name].map((place) => ({ name, place })));

/** The next sealed texts of a walk, in the order of their ids. Null where there is no place left. */
export async function readSealed(
  q: Queryable,
  { place: at, after }: WalkPosition,
): Promise<SealedBatch | null> {
  const found = ALL[at];
  if (found === undefined) return null;
  const { name, place } = found;
  // A deleted webhook has an empty secret, which is none.
  const rows = await q.execute<{ id: string; sealed: string }>(sql`
    select ${place.id} as id, ${place.sealed} as sealed from ${place.id.table}
    where ${place.id} > ${after}::uuid and ${place.sealed} <> '' order by ${place.id} limit ${BATCH}`);
  const last = rows.at(-1);
  const isPlaceDone = last === undefined || rows.length < BATCH;
  const next = isPlaceDone ? { place: at + 1, after: FIRST } : { place: at, after: last.id };
  return {
    name,
    place,
    texts: rows.map((row) => ({ ...row, purpose: PURPOSES[name](row.id) })),
    next: ALL[next.place] === undefined ? null : next,
  };
}

/** Replaces texts that are still the same. */
export async function replaceSealed(
  q: Queryable,
  { id, sealed }: Place,
  texts: ReadonlyArray<Pick<SealedText, 'id' | 'sealed'> & { readonly anew: string }>,
): Promise<void> {
  if (texts.length === 0) return;
  await q.execute(sql`
    update ${id.table} set ${sql.identifier(sealed.name)} = given.anew
    from jsonb_to_recordset(${JSON.stringify(texts)}::text::jsonb) given (id uuid, sealed text, anew text)
    where ${id} = given.id and ${sealed} = given.sealed`);
}

/** Whether anything is sealed. */
export async function hasSealed(q: Queryable): Promise<boolean> {
  for (const { place } of ALL) {
    const rows = await q.execute(sql`select 1 from ${place.id.table} where ${place.sealed} <> '' limit 1`);
    if (rows.length > 0) return true;
  }
  return false;
}

/** How many texts each key opens; `unreadable`: neither does. */
export interface SealedCount {
  readonly current: number;
  readonly previous: number;
  readonly unreadable: number;
}

/** Reads all sealed texts. */
export async function countSealed(q: Queryable, secrets: Pick<Secrets, 'keyOf'>): Promise<SealedCount> {
  const count = { current: 0, previous: 0, unreadable: 0 };
  let at: WalkPosition | null = WALK_START;
  while (at !== null) {
    const batch: SealedBatch | null = await readSealed(q, at);
    for (const { sealed, purpose } of batch?.texts ?? [])
      count[secrets.keyOf(sealed, purpose) ?? 'unreadable']++;
    at = batch?.next ?? null;
  }
  return count;
}
