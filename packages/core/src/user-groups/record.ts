import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import type { UserGroup } from '../protocol/records/user-group.js';

export type UserGroupRow = InferSelectModel<typeof tables.userGroups>;

/** The record as the service sends it. */
export function toUserGroup(row: UserGroupRow): UserGroup {
  const { id, serverId, handle, name, memberCount, createdBy, createdAt } = row;
  return { id, serverId, handle, name, memberCount, createdBy, createdAt: iso(createdAt) };
}
