import type { ErrorCode } from '../protocol/error-codes.js';
import type { Role } from '../protocol/records/server.js';
import { may } from '../servers/permissions.js';

/** What decides about a user in a channel: the role in its server (null outside it, and in a DM) and the membership. */
export interface Standing {
  readonly isDm: boolean;
  readonly isPrivate: boolean;
  readonly archived: boolean;
  readonly role: Role | null;
  readonly isMember: boolean;
}

export type ChannelAction =
  | 'read'
  | 'post'
  | 'react'
  | 'join'
  | 'leave'
  | 'manage'
  | 'addMember'
  | 'removeMember'
  | 'setPreference';

/**
 * Why a user may not do an action in a channel, or null when they may (docs/reference.md, Who may do what).
 * `CHANNEL_NOT_FOUND` where the user may not know that the channel exists: only its members see a private channel,
 * whatever their role in the server.
 */
export function refusal(standing: Standing, action: ChannelAction): ErrorCode | null {
  if (!sees(standing)) return 'CHANNEL_NOT_FOUND';
  switch (action) {
    case 'read':
    case 'setPreference':
      return null;
    case 'post':
    case 'react':
      return standing.archived ? 'CHANNEL_ARCHIVED' : null;
    case 'join':
    case 'leave':
      return standing.isDm ? 'NOT_IN_A_DM' : null;
    case 'addMember':
      return standing.isDm ? 'NOT_IN_A_DM' : null;
    case 'manage':
    case 'removeMember':
      if (standing.isDm) return 'NOT_IN_A_DM';
      return standing.role && may(standing.role, 'manageChannels') ? null : 'ADMIN_REQUIRED';
  }
}

function sees({ isDm, isPrivate, role, isMember }: Standing): boolean {
  if (isDm) return isMember;
  return role !== null && (!isPrivate || isMember);
}
