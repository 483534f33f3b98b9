import { type Transaction, tables } from '@palaver/db';
import { and, asc, eq, isNotNull, isNull, ne, notExists } from 'drizzle-orm';
import type { Role } from '../protocol/records/server.js';
import type { Departure } from './departure-queries.js';

const { serverDepartures, serverMembers, users } = tables;

interface Heir {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
}

/**
 * Who owns a server after a member: a person with the highest role, of those the first to have joined. Whoever is
 * leaving does not count. Whoever is deactivated cannot act, and comes after all others, but before nobody.
 */
export async function findHeir(tx: Transaction, { serverId, userId }: Departure): Promise<Heir | null> {
  const leaving = tx
    .select({ userId: serverDepartures.userId })
    .from(serverDepartures)
    .where(
      and(
        eq(serverDepartures.serverId, serverMembers.serverId),
        eq(serverDepartures.userId, serverMembers.userId),
      ),
    );
  const [heir] = await tx
    .select({ id: users.id, username: users.username, role: serverMembers.role })
    .from(serverMembers)
    .innerJoin(users, eq(users.id, serverMembers.userId))
    .where(
      and(
        eq(serverMembers.serverId, serverId),
        ne(serverMembers.userId, userId),
        eq(users.bot, false),
        isNull(users.deletedAt),
        notExists(leaving),
      ),
    )
    // The type of roles lists them from the highest one on.
    .orderBy(
      isNotNull(users.deactivatedAt),
      asc(serverMembers.role),
      asc(serverMembers.joinedAt),
      asc(users.id),
    )
    .limit(1);
  return heir ?? null;
}
