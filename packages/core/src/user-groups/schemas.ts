import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional } from '../kernel/schema/optional.js';
import { nameText } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import { UserGroup } from '../protocol/records/user-group.js';
import { Username } from '../users/schemas.js';

/** By the rules of usernames, because a text names both in the same way. */
const Handle = Username.meta({
  description: 'Kept as typed; unique in the server without regard to case, and no username of a member.',
  example: 'designers',
});

const GroupName = nameText(1, 64).meta({
  description: 'The name that is shown to people: up to 64 characters.',
});

const ofServer = { serverId: idInput('the server') };

export const ListUserGroupsInput = z.object(ofServer);

export const CreateUserGroupInput = writing(UserGroup, {
  ...ofServer,
  handle: Handle,
  name: optional(GroupName).meta({ description: 'Defaults to the handle.' }),
});
export type CreateUserGroupInput = z.output<typeof CreateUserGroupInput>;

export const UserGroupInput = z.object({ ...ofServer, userGroupId: idInput('the user group') });
export type UserGroupInput = z.output<typeof UserGroupInput>;

export const UpdateUserGroupInput = writing(UserGroup, {
  ...UserGroupInput.shape,
  handle: optional(Handle),
  name: optional(GroupName),
});
export type UpdateUserGroupInput = z.output<typeof UpdateUserGroupInput>;

export const UserGroupMemberInput = UserGroupInput.extend({ userId: idInput('the member of the server') });
export type UserGroupMemberInput = z.output<typeof UserGroupMemberInput>;
