import type { Queryable } from '@palaver/db';
import type { Placed } from './chunk.js';
import { keepFoundAccounts } from './import-queries.js';
import { findMatches } from './write-users.js';

/** Writes down which accounts that are here the users of an archive are taken for, where it is checked and nothing more. */
export async function keepMatches(
  q: Queryable,
  { importId, source }: { readonly importId: string; readonly source: string },
  users: ReadonlyArray<Placed<'user'>>,
): Promise<void> {
  const matches = await findMatches({ tx: q, source }, users);
  const accounts = [...matches].flatMap(([sourceId, { id, by }]) =>
    by === 'deletedHere' ? [] : [{ sourceId, id, foundBy: by }],
  );
  await keepFoundAccounts(q, importId, accounts);
}
