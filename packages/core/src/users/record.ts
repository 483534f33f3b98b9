import { tables } from '@palaver/db';
import { type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import { type AsJson, jsonColumns, jsonList } from '../kernel/sql/json-rows.js';
import type { Me, User } from '../protocol/records/user.js';
import { isStatus } from './status.js';

export type UserRow = InferSelectModel<typeof tables.users>;

/** Whether the status has ended, by the clock of the database. `expireStatuses` clears it a moment later. */
const isOver = sql`${tables.users.statusExpiresAt} <= now()`;

/** The columns of a public record. Select these alone, so that secrets stay in the database. */
export const userColumns = {
  id: tables.users.id,
  username: tables.users.username,
  displayName: tables.users.displayName,
  status: sql<string>`(case when ${isOver} then '' else ${tables.users.status} end)`,
  statusEmoji: sql<string | null>`(case when ${isOver} then null else ${tables.users.statusEmoji} end)`,
  statusExpiresAt: tables.users.statusExpiresAt,
  dndUntil: tables.users.dndUntil,
  bot: tables.users.bot,
  createdAt: tables.users.createdAt,
  avatarPath: tables.users.avatarPath,
  metadata: tables.users.metadata,
  deletedAt: tables.users.deletedAt,
};
export type PublicUserRow = Pick<UserRow, keyof typeof userColumns>;

/** A public row in a JSON list. */
export type PublicUserJson = AsJson<PublicUserRow>;

/** The users whose ids a subquery selects, each once, as a JSON list in no order. */
export function usersJson(ids: SQL): SQL {
  const { users } = tables;
  return jsonList(
    sql`(select ${jsonColumns(userColumns)} from ${users} where ${users.id} = any(array(${ids})))`,
  );
}

/** With the columns that only the account itself and the service may see. */
export const meColumns = {
  ...userColumns,
  email: tables.users.email,
  pendingEmail: tables.users.pendingEmail,
  timezone: tables.users.timezone,
  sharesTimezone: tables.users.sharesTimezone,
  readReceipts: tables.users.readReceipts,
  invisible: tables.users.invisible,
  externalId: tables.users.externalId,
  botOwnerId: tables.users.botOwnerId,
  dmsFrom: tables.users.dmsFrom,
  admin: tables.users.admin,
  blockedUserIds: sql<string[]>`(
    select coalesce(json_agg(blocked_id order by created_at, blocked_id), '[]') from user_blocks
    where user_id = ${tables.users.id})`,
};
export type MeRow = Pick<UserRow, Exclude<keyof typeof meColumns, 'blockedUserIds'>> & {
  readonly blockedUserIds: readonly string[];
};

/** The record that everybody sees. */
export function toUser(row: PublicUserRow | PublicUserJson): User {
  const { id, username, displayName, status, statusEmoji, dndUntil, bot } = row;
  const { createdAt, avatarPath, metadata } = row;
  return {
    id,
    username,
    displayName,
    status,
    statusEmoji,
    statusExpiresAt:
      isStatus({ status, statusEmoji }) && row.statusExpiresAt ? iso(row.statusExpiresAt) : null,
    dndUntil: dndUntil && iso(dndUntil),
    bot,
    createdAt: iso(createdAt),
    avatarPath,
    metadata,
    // A deleted bot keeps its profile.
    deleted: row.deletedAt !== null && !bot,
  };
}

/** The record that only the account itself sees. */
export function toMe(row: Omit<MeRow, 'botOwnerId'>): Me {
  const { email, pendingEmail, timezone, sharesTimezone, readReceipts, invisible } = row;
  const { externalId, dmsFrom, blockedUserIds } = row;
  return {
    email,
    pendingEmail,
    timezone,
    sharesTimezone,
    readReceipts,
    invisible,
    externalId,
    dmsFrom,
    blockedUserIds: [...blockedUserIds],
    serviceAdmin: row.admin,
    ...toUser(row),
  };
}
