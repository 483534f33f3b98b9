import type { Queryable, Transaction } from '@palaver/db';
import { deleteIdentitiesOf, listIdentities } from './queries.js';
import { deleteCodesOf } from './sign-in-queries.js';

/** The names of the providers that are linked to an account. */
export async function providersOf(q: Queryable, userId: string): Promise<string[]> {
  return (await listIdentities(q, userId)).map(({ provider }) => provider);
}

/** Unlinks all providers of a locked account, and ends the codes that a sign-in with one of them has brought. */
export async function endIdentities(tx: Transaction, userId: string): Promise<void> {
  await deleteIdentitiesOf(tx, userId);
  await deleteCodesOf(tx, userId);
}
