import { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../kernel/ids.js';
import type { Me, User } from './schemas.js';

export type UserRow = InferSelectModel<typeof tables.users>;

/** The columns that a public record is made of; select these, so that secrets never travel. */
export const userColumns = {
  id: tables.users.id,
  username: tables.users.username,
  displayName: tables.users.displayName,
  status: tables.users.status,
  bot: tables.users.bot,
  createdAt: tables.users.createdAt,
  avatarPath: tables.users.avatarPath,
};
export type PublicUserRow = Pick<UserRow, keyof typeof userColumns>;

/** What only the account's holder, and the domain itself, may see besides. */
export const meColumns = {
  ...userColumns,
  email: tables.users.email,
  timezone: tables.users.timezone,
  botOwnerId: tables.users.botOwnerId,
};
export type MeRow = Pick<UserRow, keyof typeof meColumns>;

/** The record that everybody sees. */
export function toUser(row: PublicUserRow): User {
  const { id, username, displayName, status, bot, createdAt, avatarPath } = row;
  return { id, username, displayName, status, bot, createdAt: iso(createdAt), avatarPath };
}

/** The record that only the account's holder sees. */
export function toMe(row: Omit<MeRow, 'botOwnerId'>): Me {
  return { ...toUser(row), email: row.email, timezone: row.timezone };
}
