import { type Column, type SQL, sql } from 'drizzle-orm';
import type { User } from '../protocol/records/user.js';

/** What an account that was deleted shows of itself. Nobody registers this name. */
export const DELETED_PROFILE = {
  username: 'deleted-user',
  displayName: 'Deleted user',
  status: '',
  statusEmoji: null,
  statusExpiresAt: null,
  dndUntil: null,
  avatarPath: null,
  metadata: null,
} as const satisfies Partial<User>;

/**
 * A name in an audit log, which is never changed: of a person whose account was deleted since, the name of such accounts. A
 * line about a message has the name of its author, so a message counts as the person who wrote it.
 */
export function unlessDeleted<Name extends string | null>(
  accountOrMessageId: Column,
  name: Column,
): SQL<Name> {
  const isDeleted = sql`account.deleted_at is not null and not account.bot`;
  return sql<Name>`case
    when exists (select from users account where account.id = ${accountOrMessageId} and ${isDeleted})
      or exists (
        select from messages message join users account on account.id = message.user_id
        where message.id = ${accountOrMessageId} and ${isDeleted})
    then ${DELETED_PROFILE.username} else ${name} end`;
}
