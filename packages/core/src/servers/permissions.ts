import { AppError } from '../kernel/errors/app-error.js';
import type { ErrorCode } from '../protocol/error-codes.js';
import type { Role } from '../protocol/records/server.js';

/** The roles, the lowest first: each may do all that those before it may do. */
export const ROLES = ['member', 'moderator', 'admin', 'owner'] as const satisfies readonly Role[];

/** The lowest role that may do each action in a server. docs/permissions.md is written from it. */
export const LOWEST_ROLE = {
  read: 'member',
  invite: 'member',
  createChannel: 'member',
  setPreference: 'member',
  leave: 'member',
  deleteMessages: 'moderator',
  timeOut: 'moderator',
  handleReports: 'moderator',
  manageEmoji: 'moderator',
  skipSlowMode: 'moderator',
  update: 'admin',
  manageChannels: 'admin',
  manageGroups: 'admin',
  manageUserGroups: 'admin',
  manageInvites: 'admin',
  manageOutgoingWebhooks: 'admin',
  removeMembers: 'admin',
  ban: 'admin',
  readAuditLog: 'admin',
  changeRoles: 'owner',
  setRetention: 'owner',
  erase: 'owner',
  delete: 'owner',
  export: 'owner',
} as const satisfies Record<string, Role>;

export type ServerAction = keyof typeof LOWEST_ROLE;

/** What is answered where this role is needed. Who lacks the lowest one is not in the server. */
const REQUIRED = {
  member: 'SERVER_NOT_FOUND',
  moderator: 'MODERATOR_REQUIRED',
  admin: 'ADMIN_REQUIRED',
  owner: 'OWNER_REQUIRED',
} as const satisfies Record<Role, ErrorCode>;

/** Whether a role is another one or above it. */
export function isAtLeast(role: Role, lowest: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(lowest);
}

/** Whether a role may do an action. */
export function may(role: Role, action: ServerAction): boolean {
  return isAtLeast(role, LOWEST_ROLE[action]);
}

/** What nobody does during a time-out, beside what `channels/permissions.ts` names: all of it is read by others. */
export const REFUSED_IN_TIMEOUT: ReadonlySet<ServerAction> = new Set([
  'invite',
  'createChannel',
  'manageEmoji',
  'manageUserGroups',
]);

/** Throws `TIMED_OUT` for what nobody does during a time-out. */
export function requireNoTimeout(timedOutUntil: string | null, action: ServerAction): void {
  if (timedOutUntil !== null && REFUSED_IN_TIMEOUT.has(action)) throw timedOut(timedOutUntil);
}

/** The refusal during a time-out, which says until when. */
export function timedOut(until: string): AppError {
  const message = `You are timed out in this server until ${until}.`;
  return new AppError('TIMED_OUT', { message, issues: [{ path: 'until', message: until }] });
}

/** Throws `MODERATOR_REQUIRED`, `ADMIN_REQUIRED` or `OWNER_REQUIRED` when a role may not do an action. */
export function requirePermission(role: Role, action: ServerAction): void {
  if (!may(role, action)) throw new AppError(REQUIRED[LOWEST_ROLE[action]]);
}

/**
 * Throws unless `role` is above the role `other` of the member that it acts on: `ADMIN_REQUIRED`, `OWNER_REQUIRED`, or
 * `OWNER_CANNOT_LEAVE` where both are the owner.
 */
export function requireOutranked(role: Role, other: Role): void {
  if (!isAtLeast(other, role)) return;
  const above = ROLES[ROLES.indexOf(other) + 1] ?? 'owner';
  throw new AppError(role === 'owner' ? 'OWNER_CANNOT_LEAVE' : REQUIRED[above]);
}
