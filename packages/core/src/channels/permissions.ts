import { AppError } from '../kernel/errors/app-error.js';
import type { ErrorCode } from '../protocol/error-codes.js';
import type { Role } from '../protocol/records/server.js';
import { isAtLeast, may, timedOut } from '../servers/permissions.js';

/** What decides about seeing a channel: the role in its server (null outside it, and in a DM) and the membership. */
export interface Sight {
  readonly isDm: boolean;
  readonly isPrivate: boolean;
  readonly role: Role | null;
  readonly isMember: boolean;
}

/** What decides about a user in a channel. */
export interface Standing extends Sight {
  readonly archived: boolean;
  /** Until when the user may not write in the server (ISO 8601); null where they may. */
  readonly timedOutUntil: string | null;
  /** The lowest role that posts. */
  readonly postingRole: Role;
  readonly slowModeSeconds: number;
  /** Whether it is a direct message of two, one of whom has blocked the other. */
  readonly isBlocked: boolean;
}

/** What a refusal answers; during a time-out it says until when. */
export function refused(code: ErrorCode, { timedOutUntil }: Standing): AppError {
  return code === 'TIMED_OUT' && timedOutUntil !== null ? timedOut(timedOutUntil) : new AppError(code);
}

export type ChannelAction =
  | 'read'
  | 'post'
  | 'react'
  | 'report'
  | 'join'
  | 'leave'
  | 'manage'
  | 'addMember'
  | 'removeMember'
  | 'setPreference'
  | 'markRead';

/**
 * Why a user may not do an action in a channel, or null when they may (docs/permissions.md).
 * `CHANNEL_NOT_FOUND` where the user may not know that the channel exists: only its members see a private channel,
 * whatever their role in the server.
 */
export function refusal(standing: Standing, action: ChannelAction): ErrorCode | null {
  if (!sees(standing)) return 'CHANNEL_NOT_FOUND';
  switch (action) {
    case 'read':
    case 'setPreference':
      return null;
    case 'markRead':
      return standing.isMember ? null : 'NOT_A_CHANNEL_MEMBER';
    case 'post':
      return whyNotWrite(standing) ?? whyNotPost(standing);
    case 'react':
      return whyNotWrite(standing);
    case 'report':
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

function whyNotWrite({ archived, timedOutUntil, isBlocked }: Standing): ErrorCode | null {
  if (isBlocked) return 'DM_NOT_ALLOWED';
  if (archived) return 'CHANNEL_ARCHIVED';
  return timedOutUntil === null ? null : 'TIMED_OUT';
}

function whyNotPost({ role, postingRole }: Standing): ErrorCode | null {
  return role === null || isAtLeast(role, postingRole) ? null : 'POSTING_RESTRICTED';
}

/** Whether a user who may post in a channel has to wait between two posts. */
export function isSlowed({ role, slowModeSeconds }: Pick<Standing, 'role' | 'slowModeSeconds'>): boolean {
  return slowModeSeconds > 0 && role !== null && !may(role, 'skipSlowMode');
}

/** Whether a user may know of a channel and read it. */
export function sees({ isDm, isPrivate, role, isMember }: Sight): boolean {
  if (isDm) return isMember;
  return role !== null && (!isPrivate || isMember);
}
