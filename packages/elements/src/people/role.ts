import type { Role } from '@palaver/client';

/** From the lowest to the highest. */
export const ROLES: readonly Role[] = ['member', 'moderator', 'admin', 'owner'];

/** Whether a role may do what takes another one. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
