import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { User } from '../protocol/records/user.js';
import { UserGroup } from '../protocol/records/user-group.js';
import { createUserGroup, deleteUserGroup, updateUserGroup } from './actions.js';
import { addGroupMember, removeGroupMember } from './members.js';
import { listGroupMembers, listUserGroups } from './reads.js';
import {
  CreateUserGroupInput,
  ListUserGroupsInput,
  UpdateUserGroupInput,
  UserGroupInput,
  UserGroupMemberInput,
} from './schemas.js';

const GROUPS = '/api/servers/{serverID}/user-groups';
const GROUP = '/api/servers/{serverID}/user-groups/{userGroupID}';
const MEMBER = '/api/servers/{serverID}/user-groups/{userGroupID}/members/{userID}';
const MANAGED = ['SERVER_NOT_FOUND', 'ADMIN_REQUIRED', 'USER_GROUP_NOT_FOUND', 'TIMED_OUT'] as const;

export const userGroupsRouter = router({
  create: actorProcedure
    .meta(
      rest('POST', GROUPS, {
        tag: 'groups',
        summary: 'Create a user group',
        description: 'A message that says "@" and its handle mentions its members. It has none yet.',
        status: 201,
        errors: ['SERVER_NOT_FOUND', 'ADMIN_REQUIRED', 'TIMED_OUT', 'HANDLE_TAKEN', 'TOO_MANY_USER_GROUPS'],
      }),
    )
    .input(CreateUserGroupInput)
    .output(UserGroup)
    .mutation(({ ctx, input }) => createUserGroup(ctx, input)),

  list: actorProcedure
    .meta(
      rest('GET', GROUPS, {
        tag: 'groups',
        summary: 'List all user groups of a server, newest first',
        snapshot: true,
        errors: ['SERVER_NOT_FOUND'],
      }),
    )
    .input(ListUserGroupsInput)
    .output(z.array(UserGroup))
    .query(({ ctx, input }) => listUserGroups(ctx, input.serverId)),

  update: actorProcedure
    .meta(
      rest('PATCH', GROUP, {
        tag: 'groups',
        summary: 'Change the handle or the name of a user group',
        description: 'Messages that mention the group stay as they are.',
        errors: [...MANAGED, 'HANDLE_TAKEN'],
      }),
    )
    .input(UpdateUserGroupInput)
    .output(UserGroup)
    .mutation(({ ctx, input }) => updateUserGroup(ctx, input)),

  delete: actorProcedure
    .meta(
      rest('DELETE', GROUP, {
        tag: 'groups',
        summary: 'Delete a user group',
        description: 'Its members stay in the server, and whom messages have mentioned stays mentioned.',
        errors: [...MANAGED],
      }),
    )
    .input(UserGroupInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteUserGroup(ctx, input);
      return DONE;
    }),

  members: actorProcedure
    .meta(
      rest('GET', `${GROUP}/members`, {
        tag: 'groups',
        summary: 'List all members of a user group, newest account first',
        snapshot: true,
        errors: ['SERVER_NOT_FOUND', 'USER_GROUP_NOT_FOUND'],
      }),
    )
    .input(UserGroupInput)
    .output(z.array(User))
    .query(({ ctx, input }) => listGroupMembers(ctx, input)),

  addMember: actorProcedure
    .meta(
      rest('PUT', MEMBER, {
        tag: 'groups',
        summary: 'Add a member of the server to a user group',
        description: 'Who is in it stays in it.',
        errors: [...MANAGED, 'MEMBER_NOT_FOUND', 'TOO_MANY_USER_GROUP_MEMBERS'],
      }),
    )
    .input(UserGroupMemberInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await addGroupMember(ctx, input);
      return DONE;
    }),

  removeMember: actorProcedure
    .meta(
      rest('DELETE', MEMBER, {
        tag: 'groups',
        summary: 'Remove a member from a user group',
        description: 'Who is not in it stays so.',
        errors: [...MANAGED, 'MEMBER_NOT_FOUND'],
      }),
    )
    .input(UserGroupMemberInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await removeGroupMember(ctx, input);
      return DONE;
    }),
});
