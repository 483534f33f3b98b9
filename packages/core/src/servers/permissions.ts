import { AppError } from '../kernel/errors/app-error.js';
import type { Role } from '../protocol/records/server.js';

/** The lowest role that may do each action in a server (docs/reference.md, Who may do what). */
const LOWEST_ROLE = {
  read: 'member',
  invite: 'member',
  createChannel: 'member',
  setPreference: 'member',
  leave: 'member',
  update: 'admin',
  manageChannels: 'admin',
  manageGroups: 'admin',
  manageInvites: 'admin',
  removeMembers: 'admin',
  ban: 'admin',
  deleteMessages: 'admin',
  changeRoles: 'owner',
  delete: 'owner',
} as const satisfies Record<string, Role>;

export type ServerAction = keyof typeof LOWEST_ROLE;

const RANK = { member: 0, admin: 1, owner: 2 } as const satisfies Record<Role, number>;

/** Whether a role may do an action. */
export function may(role: Role, action: ServerAction): boolean {
  return RANK[role] >= RANK[LOWEST_ROLE[action]];
}

/** Throws `ADMIN_REQUIRED` or `OWNER_REQUIRED` when a role may not do an action. */
export function requirePermission(role: Role, action: ServerAction): void {
  if (may(role, action)) return;
  throw new AppError(LOWEST_ROLE[action] === 'owner' ? 'OWNER_REQUIRED' : 'ADMIN_REQUIRED');
}

/**
 * Throws unless `role` may send a member with the role `other` out of the server: `OWNER_REQUIRED` where `other` is as high,
 * `OWNER_CANNOT_LEAVE` where both are the owner.
 */
export function requireOutranked(role: Role, other: Role): void {
  if (RANK[role] > RANK[other]) return;
  throw new AppError(role === 'owner' ? 'OWNER_CANNOT_LEAVE' : 'OWNER_REQUIRED');
}
