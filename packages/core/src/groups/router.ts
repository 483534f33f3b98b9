import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { ChannelGroup } from '../protocol/records/group.js';
import { createGroup, deleteGroup, updateGroup } from './actions.js';
import { listGroups } from './reads.js';
import { CreateGroupInput, GroupInput, ListGroupsInput, UpdateGroupInput } from './schemas.js';

const GROUPS = '/api/servers/{serverID}/groups';
const GROUP = '/api/servers/{serverID}/groups/{groupID}';

export const groupsRouter = router({
  create: actorProcedure
    .meta(
      rest('POST', GROUPS, {
        tag: 'groups',
        summary: 'Create a channel group',
        description:
          'It is sorted after all others of the server. Change a channel to put it into the group.',
        status: 201,
        errors: ['SERVER_NOT_FOUND', 'ADMIN_REQUIRED', 'TOO_MANY_GROUPS'],
      }),
    )
    .input(CreateGroupInput)
    .output(ChannelGroup)
    .mutation(({ ctx, input }) => createGroup(ctx, input)),

  list: actorProcedure
    .meta(
      rest('GET', GROUPS, {
        tag: 'groups',
        summary: 'List all channel groups of a server, newest first',
        snapshot: true,
        errors: ['SERVER_NOT_FOUND'],
      }),
    )
    .input(ListGroupsInput)
    .output(z.array(ChannelGroup))
    .query(({ ctx, input }) => listGroups(ctx, input.serverId)),

  update: actorProcedure
    .meta(
      rest('PATCH', GROUP, {
        tag: 'groups',
        summary: 'Rename or move a channel group',
        errors: ['SERVER_NOT_FOUND', 'ADMIN_REQUIRED', 'GROUP_NOT_FOUND'],
      }),
    )
    .input(UpdateGroupInput)
    .output(ChannelGroup)
    .mutation(({ ctx, input }) => updateGroup(ctx, input)),

  delete: actorProcedure
    .meta(
      rest('DELETE', GROUP, {
        tag: 'groups',
        summary: 'Delete a channel group',
        description: 'Its channels stay, in no group.',
        errors: ['SERVER_NOT_FOUND', 'ADMIN_REQUIRED', 'GROUP_NOT_FOUND'],
      }),
    )
    .input(GroupInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteGroup(ctx, input);
      return DONE;
    }),
});
