import { tables } from '@palaver/db';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

const { users } = tables;

/** A condition: whether nobody is signed in as the account of an id, as it is deactivated or deleted. */
export function isInactive(id: SQLWrapper): SQL<boolean> {
  return sql<boolean>`exists (select from ${users} where ${users.id} = ${id}
    and (${users.deactivatedAt} is not null or ${users.deletedAt} is not null))`;
}
