import { AppError } from '../kernel/errors/app-error.js';
import type { ErrorCode } from '../protocol/error-codes.js';
import type { PermissionOverride } from '../protocol/records/channel.js';
import type { Role } from '../protocol/records/server.js';
import { isAtLeast, may, timedOut } from '../servers/permissions.js';

/** What decides about a permission that a channel can give to a role, or take from it. */
export interface Overridden {
  /** Null outside the server, and in a direct message. */
  readonly role: Role | null;
  readonly isBot: boolean;
  readonly permissionOverrides: readonly PermissionOverride[];
}

/** What decides about seeing a channel. */
export interface Sight extends Overridden {
  readonly isDm: boolean;
  readonly isPrivate: boolean;
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
 * whatever their role in the server, and a public one is not seen by those to whose role an override denies it.
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
      return whyNotWrite(standing) ?? (override(standing, 'react') === false ? 'REACTIONS_RESTRICTED' : null);
    case 'report':
    case 'join':
    case 'leave':
      return standing.isDm ? 'NOT_IN_A_DM' : null;
    case 'addMember':
      if (standing.isDm) return 'NOT_IN_A_DM';
      return standing.timedOutUntil === null ? null : 'TIMED_OUT';
    case 'manage':
    case 'removeMember':
      if (standing.isDm) return 'NOT_IN_A_DM';
      return mayInChannel(standing, 'manageChannel') ? null : 'ADMIN_REQUIRED';
  }
}

function whyNotWrite({ archived, timedOutUntil, isBlocked }: Standing): ErrorCode | null {
  if (isBlocked) return 'DM_NOT_ALLOWED';
  if (archived) return 'CHANNEL_ARCHIVED';
  return timedOutUntil === null ? null : 'TIMED_OUT';
}

function whyNotPost(standing: Standing): ErrorCode | null {
  const { role, postingRole } = standing;
  const mayPost = override(standing, 'post') ?? (role === null || isAtLeast(role, postingRole));
  return mayPost ? null : 'POSTING_RESTRICTED';
}

/** Whether the text of a user mentions all members of a channel, by `@channel` or `@here`. */
export function mayMentionAll(standing: Overridden): boolean {
  return override(standing, 'mentionAll') ?? true;
}

/** The action in the server that a permission of a channel is, without an override. */
const IN_SERVER = { manageMessages: 'deleteMessages', manageChannel: 'manageChannels' } as const;

/** Whether a user acts on a channel, or on messages of others in it. Nobody has a role in a direct message. */
export function mayInChannel(standing: Overridden, permission: keyof typeof IN_SERVER): boolean {
  const { role } = standing;
  return override(standing, permission) ?? (role !== null && may(role, IN_SERVER[permission]));
}

/** Whether a user changes the overrides of a channel: what an override gives does not give others more. */
export function mayOverride({ role }: Pick<Overridden, 'role'>): boolean {
  return role !== null && may(role, 'manageChannels');
}

/**
 * What a channel says about a permission of a user: allowed, denied, or null for nothing. What is for members is for bots as
 * well, unless something is for bots. Admins and the owner have none, so nobody can lock them out.
 */
function override(
  { role, isBot, permissionOverrides }: Overridden,
  permission: PermissionOverride['permission'],
): boolean | null {
  const of = (whom: Role | 'bot' | null) =>
    permissionOverrides.find((one) => one.role === whom && one.permission === permission)?.allow;
  return (isBot ? of('bot') : undefined) ?? of(role) ?? null;
}

/**
 * What a webhook may in its channel, as who manages the channel has made it for that: what a bot may who is a member, in an
 * announcement channel as well. `standing` is that of its account, which is in no server.
 */
export function standingOfWebhook(standing: Standing): Standing {
  return { ...standing, role: 'member', isBot: true, isMember: true, postingRole: 'member' };
}

/** Whether a user who may post in a channel has to wait between two posts. */
export function isSlowed({ role, slowModeSeconds }: Pick<Standing, 'role' | 'slowModeSeconds'>): boolean {
  return slowModeSeconds > 0 && role !== null && !may(role, 'skipSlowMode');
}

/**
 * Whether a user may know of a channel and read it. `readable-sql.ts` says the same to the database, and nothing else does:
 * `reading-overrides.test.ts` compares both for each role, kind of channel and override.
 */
export function sees(sight: Sight): boolean {
  const { isDm, isPrivate, role, isMember } = sight;
  if (isDm || role === null) return isDm && isMember;
  return isPrivate ? isMember : (override(sight, 'read') ?? true);
}

/** What a channel says about who sees it. */
export type Openness = Pick<Sight, 'isPrivate' | 'permissionOverrides'>;

/** Whether some members of the server do not see a channel. So its events are in its own stream alone. */
export function isClosed({ isPrivate, permissionOverrides }: Openness): boolean {
  return isPrivate || permissionOverrides.some(({ permission, allow }) => permission === 'read' && !allow);
}

/** Whether the same people see a channel after a change, as long as their roles stay. */
export function isSeenAlike(before: Openness, after: Openness): boolean {
  const rules = ({ permissionOverrides }: Openness) =>
    JSON.stringify(permissionOverrides.filter(({ permission }) => permission === 'read'));
  return before.isPrivate === after.isPrivate && rules(before) === rules(after);
}
