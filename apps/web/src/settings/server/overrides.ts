import type { Channel, PermissionOverride } from '@palaver/client';

type Role = PermissionOverride['role'];
type Permission = PermissionOverride['permission'];

export const OVERRIDDEN_ROLES = ['member', 'moderator', 'bot'] as const satisfies readonly Role[];
export const PERMISSIONS = [
  'read',
  'post',
  'react',
  'mentionAll',
  'manageMessages',
  'manageChannel',
] as const satisfies readonly Permission[];

/** The name of the field for what a role may do. */
export function fieldOf(role: Role, permission: Permission): string {
  return `${role} ${permission}`;
}

/** What a form says of a channel: a field that is empty leaves it to the server. */
export function overridesIn(form: FormData): PermissionOverride[] {
  return PERMISSIONS.flatMap((permission) =>
    OVERRIDDEN_ROLES.flatMap((role) => {
      const chosen = form.get(fieldOf(role, permission));
      return chosen === '' ? [] : [{ role, permission, allow: chosen === 'allow' }];
    }),
  );
}

/** What a channel has for a role, as a field says it. */
export function overrideOf(
  { permissionOverrides }: Pick<Channel, 'permissionOverrides'>,
  role: Role,
  permission: Permission,
): '' | 'allow' | 'deny' {
  const found = permissionOverrides.find((each) => each.role === role && each.permission === permission);
  if (found === undefined) return '';
  return found.allow ? 'allow' : 'deny';
}
