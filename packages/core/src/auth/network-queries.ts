import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';

const { knownNetworks, users } = tables;

/** Whether the user of the row has signed in from a network. */
export function isKnownNetwork(network: string | null): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${knownNetworks}
    where ${knownNetworks.userId} = ${users.id} and ${knownNetworks.network} = ${network})`;
}

/** Whether a user has signed in from a network. */
export async function knowsNetwork(q: Queryable, userId: string, network: string): Promise<boolean> {
  const { userId: user, network: name } = knownNetworks;
  return (await q.$count(knownNetworks, and(eq(user, userId), eq(name, network)))) > 0;
}

/** Remembers a network of the user, and forgets all but the `keep` that were used last. */
export async function rememberNetwork(
  tx: Transaction,
  row: { readonly userId: string; readonly network: string; readonly lastUsedAt: Date },
  keep: number,
): Promise<void> {
  const { userId, network, lastUsedAt } = row;
  const { userId: user, network: name } = knownNetworks;
  await tx
    .insert(knownNetworks)
    .values(row)
    .onConflictDoUpdate({ target: [user, name], set: { lastUsedAt } });
  const tooMany = tx
    .select({ network: name })
    .from(knownNetworks)
    .where(and(eq(user, userId), ne(name, network)))
    .orderBy(desc(knownNetworks.lastUsedAt))
    .offset(keep - 1);
  await tx.delete(knownNetworks).where(and(eq(user, userId), inArray(name, tooMany)));
}

/** Forgets all networks of the user except `keep`. */
export async function forgetNetworks(q: Queryable, userId: string, keep: string | null): Promise<void> {
  const { userId: user, network } = knownNetworks;
  await q.delete(knownNetworks).where(and(eq(user, userId), keep === null ? undefined : ne(network, keep)));
}
