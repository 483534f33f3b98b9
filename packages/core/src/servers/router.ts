import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure, personProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { Server, ServerMember } from '../protocol/records/server.js';
import { createServer, deleteServer, updateServerFields } from './actions.js';
import { auditProcedures } from './audit-router.js';
import { banProcedures } from './ban-router.js';
import { removeIcon } from './icon.js';
import { inviteProcedures } from './invite-router.js';
import { addBot, changeRole, removeMember } from './members.js';
import { getServer, listMembers, listServers } from './reads.js';
import { removalProcedures } from './removal-router.js';
import {
  AddMemberInput,
  CreateServerInput,
  ListMembersInput,
  ListServersInput,
  MemberInput,
  ServerInput,
  UpdateMemberInput,
  UpdateServerInput,
} from './schemas.js';
import { timeoutProcedures } from './timeout-router.js';

const EXTERNAL_ID = ['API_KEY_REQUIRED', 'EXTERNAL_ID_TAKEN'] as const;
const SERVERS = '/api/servers';
const SERVER = '/api/servers/{serverID}';
const MEMBERS = '/api/servers/{serverID}/members';
const MEMBER = '/api/servers/{serverID}/members/{userID}';

export const serversRouter = router({
  ...inviteProcedures,
  ...banProcedures,
  ...removalProcedures,
  ...timeoutProcedures,
  ...auditProcedures,

  create: personProcedure
    .meta(
      rest('POST', SERVERS, {
        tag: 'servers',
        summary: 'Create a server',
        description: 'You become its owner. It has a channel named "general".',
        status: 201,
        errors: ['PEOPLE_ONLY', 'TOO_MANY_SERVERS', 'TOO_MANY_SERVERS_JOINED', ...EXTERNAL_ID],
      }),
    )
    .input(CreateServerInput)
    .output(Server)
    .mutation(({ ctx, input }) => createServer(ctx, input)),

  list: actorProcedure
    .meta(
      rest('GET', SERVERS, {
        tag: 'servers',
        summary: 'List all servers you are in, newest first',
        snapshot: true,
      }),
    )
    .input(ListServersInput)
    .output(z.array(Server))
    .query(({ ctx, input }) => listServers(ctx, input)),

  get: actorProcedure
    .meta(
      rest('GET', SERVER, {
        tag: 'servers',
        summary: 'Get a server',
        snapshot: true,
        errors: ['SERVER_NOT_FOUND'],
      }),
    )
    .input(ServerInput)
    .output(Server)
    .query(({ ctx, input }) => getServer(ctx, input.serverId)),

  update: actorProcedure
    .meta(
      rest('PATCH', SERVER, {
        tag: 'servers',
        summary: 'Change a server',
        errors: ['SERVER_NOT_FOUND', 'ADMIN_REQUIRED', 'OWNER_REQUIRED', ...EXTERNAL_ID],
      }),
    )
    .input(UpdateServerInput)
    .output(Server)
    .mutation(({ ctx, input }) => updateServerFields(ctx, input)),

  removeIcon: actorProcedure
    .meta(
      rest('DELETE', `${SERVER}/icon`, {
        tag: 'servers',
        summary: 'Remove the icon of a server',
        errors: ['SERVER_NOT_FOUND', 'ADMIN_REQUIRED'],
      }),
    )
    .input(ServerInput)
    .output(Server)
    .mutation(({ ctx, input }) => removeIcon(ctx, input.serverId)),

  delete: actorProcedure
    .meta(
      rest('DELETE', SERVER, {
        tag: 'servers',
        summary: 'Delete a server and everything in it',
        errors: ['SERVER_NOT_FOUND', 'OWNER_REQUIRED', 'STEP_UP_REQUIRED'],
      }),
    )
    .input(ServerInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteServer(ctx, input.serverId);
      return DONE;
    }),

  members: actorProcedure
    .meta(
      rest('GET', MEMBERS, {
        tag: 'servers',
        summary: 'List the members of a server, newest account first',
        snapshot: true,
        errors: ['SERVER_NOT_FOUND'],
      }),
    )
    .input(ListMembersInput)
    .output(z.array(ServerMember))
    .query(({ ctx, input }) => listMembers(ctx, input)),

  addMember: personProcedure
    .meta(
      rest('POST', MEMBERS, {
        tag: 'servers',
        summary: 'Add one of your bots to a server',
        description: 'People join by an invite.',
        status: 201,
        errors: [
          'PEOPLE_ONLY',
          'SERVER_NOT_FOUND',
          'TIMED_OUT',
          'BOT_NOT_FOUND',
          'BANNED',
          'ALREADY_A_MEMBER',
          'TOO_MANY_SERVERS_JOINED',
        ],
      }),
    )
    .input(AddMemberInput)
    .output(ServerMember)
    .mutation(({ ctx, input }) => addBot(ctx, input)),

  updateMember: actorProcedure
    .meta(
      rest('PATCH', MEMBER, {
        tag: 'servers',
        summary: "Change a member's role",
        description: 'The role "owner" hands over the ownership; the former owner becomes an admin.',
        errors: [
          'SERVER_NOT_FOUND',
          'MEMBER_NOT_FOUND',
          'OWNER_REQUIRED',
          'TOO_MANY_SERVERS',
          'STEP_UP_REQUIRED',
        ],
      }),
    )
    .input(UpdateMemberInput)
    .output(ServerMember)
    .mutation(({ ctx, input }) => changeRole(ctx, input)),

  removeMember: actorProcedure
    .meta(
      rest('DELETE', MEMBER, {
        tag: 'servers',
        summary: 'Remove a member from a server',
        description:
          'Anyone may remove themselves and their own bots, an admin moderators, plain members and bots, the owner everybody. Their ' +
          'bots leave with them, and their invites end.',
        errors: [
          'SERVER_NOT_FOUND',
          'MEMBER_NOT_FOUND',
          'ADMIN_REQUIRED',
          'OWNER_REQUIRED',
          'OWNER_CANNOT_LEAVE',
        ],
      }),
    )
    .input(MemberInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await removeMember(ctx, input);
      return DONE;
    }),

  leave: actorProcedure
    .meta(
      rest('POST', '/api/servers/{serverID}/leave', {
        tag: 'servers',
        summary: 'Leave a server',
        description: 'Your bots leave too, and the invites that you and they have made end.',
        errors: ['SERVER_NOT_FOUND', 'OWNER_CANNOT_LEAVE'],
      }),
    )
    .input(ServerInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await removeMember(ctx, { serverId: input.serverId, userId: ctx.actor.userId });
      return DONE;
    }),
});
