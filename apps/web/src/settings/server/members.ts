import type { Role, ServerMember, User } from '@palaver/client';
import { isAtLeast, ROLES } from '@palaver/elements/people/role.js';

/** The members who are looked for, the highest role first, and by name within a role. */
export function shownMembers(members: readonly ServerMember[], words: string): readonly ServerMember[] {
  return members.filter(({ user }) => isFound(user, words)).sort(byRoleAndName);
}

function byRoleAndName(a: ServerMember, b: ServerMember): number {
  const byRole = ROLES.indexOf(b.role) - ROLES.indexOf(a.role);
  return byRole || a.user.displayName.localeCompare(b.user.displayName);
}

function isFound({ displayName, username }: User, words: string): boolean {
  const wanted = words.trim().toLocaleLowerCase();
  return [displayName, username].some((name) => name.toLocaleLowerCase().includes(wanted));
}

/** What somebody's role lets them do about a member. Nobody acts on a role as high as their own. */
export function mayDoAbout(
  { user, role }: Pick<ServerMember, 'user' | 'role'>,
  my: { readonly id: string | undefined; readonly role: Role },
) {
  const isBelow = !isAtLeast(role, my.role);
  return {
    changeRole: my.role === 'owner' && user.id !== my.id && !user.bot,
    timeOut: isBelow && isAtLeast(my.role, 'moderator'),
    ban: isBelow && isAtLeast(my.role, 'admin'),
  };
}

/** Whether somebody is timed out now. */
export function isTimedOut({ timedOutUntil }: Pick<ServerMember, 'timedOutUntil'>): boolean {
  return timedOutUntil !== null && Date.parse(timedOutUntil) > Date.now();
}
