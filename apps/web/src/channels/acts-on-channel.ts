import type { AnyChannel, Role } from '@palaver/client';
import { isAtLeast } from '@palaver/elements/people/role.js';
import { isTimedOut } from '../settings/server/members.js';

/** What a person is in a channel and its server. */
export interface Standing {
  /** Null where it is not known, and in a direct message. */
  readonly role: Role | null;
  /** Until when the person may not write in the server (ISO 8601); null where they may. */
  readonly timedOutUntil: string | null;
  readonly isMember: boolean;
}

type Asked = Pick<AnyChannel, 'isDm' | 'isPrivate' | 'members' | 'permissionOverrides'>;

/** The most people of a direct message, as the service says: `DM_PEOPLE_MAX` others and the person. */
export const DM_SIZE_MAX = 10;

/**
 * What is offered for a channel. It follows docs/permissions.md, so that nobody is offered what the service refuses; the
 * service decides by itself.
 */
export function actsOnChannel(channel: Asked, standing: Standing) {
  const { role, isMember } = standing;
  const isInServer = !channel.isDm && role !== null;
  return {
    addPeople: channel.isDm
      ? (channel.members?.length ?? DM_SIZE_MAX) < DM_SIZE_MAX
      : isInServer && !isTimedOut(standing),
    manage: isInServer && mayManage(channel, role),
    join: !channel.isDm && !isMember,
    leave: !channel.isDm && isMember,
    // Its page is one of the settings of the server.
    openSettings: isInServer && isAtLeast(role, 'admin'),
  };
}

/** Whether a role manages a channel: by an override of the channel, else as an admin of the server. */
function mayManage({ permissionOverrides }: Pick<Asked, 'permissionOverrides'>, role: Role): boolean {
  const override = permissionOverrides.find((one) => one.role === role && one.permission === 'manageChannel');
  return override?.allow ?? isAtLeast(role, 'admin');
}
