import { iso } from '../kernel/sql/instant.js';
import type { Invite } from '../protocol/records/invite.js';
import type { Server, ServerMember } from '../protocol/records/server.js';
import { type PublicUserRow, toUser } from '../users/record.js';
import type { InviteRow, MemberRow, ServerRow } from './queries.js';

/** The record as the service sends it. */
export function toServer(row: ServerRow): Server {
  const { id, name, iconPath, ownerId, memberCount, createdAt, retentionDays, editHistory } = row;
  const { externalId, metadata } = row;
  return {
    id,
    name,
    iconPath,
    ownerId,
    memberCount,
    createdAt: iso(createdAt),
    retentionDays,
    editHistory,
    externalId,
    metadata,
  };
}

export function toMember({
  serverId,
  role,
  joinedAt,
  timedOutUntil,
  user,
}: MemberRow & { user: PublicUserRow }): ServerMember {
  return {
    serverId,
    user: toUser(user),
    role,
    joinedAt: iso(joinedAt),
    timedOutUntil: timedOutUntil && iso(timedOutUntil),
  };
}

export function toInvite(row: InviteRow): Invite {
  const { code, serverId, createdBy, createdAt, expiresAt, maxUses, uses } = row;
  return {
    code,
    serverId,
    createdBy,
    createdAt: iso(createdAt),
    expiresAt: expiresAt && iso(expiresAt),
    maxUses,
    uses,
  };
}
