import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { adminProcedure } from '../procedures/trpc.js';
import { AdminServer } from '../protocol/records/admin.js';
import { DONE, Done } from '../protocol/records/done.js';
import { AnyServerInput, HandOverInput, ListServersInput } from './schemas.js';
import { deleteServer, getServer, handOverServer, listServers } from './servers.js';

/** The procedures about servers, for the admin router to spread in. */
export const serverProcedures = {
  servers: adminProcedure
    .meta(
      rest('GET', '/api/admin/servers', {
        tag: 'admin',
        summary: 'List all servers, newest first',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED'],
      }),
    )
    .input(ListServersInput)
    .output(z.array(AdminServer))
    .query(({ ctx, input }) => listServers(ctx, input)),

  server: adminProcedure
    .meta(
      rest('GET', '/api/admin/servers/{serverID}', {
        tag: 'admin',
        summary: 'Get a server',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'SERVER_NOT_FOUND'],
      }),
    )
    .input(AnyServerInput)
    .output(AdminServer)
    .query(({ ctx, input }) => getServer(ctx.services, input.serverId)),

  deleteServer: adminProcedure
    .meta(
      rest('DELETE', '/api/admin/servers/{serverID}', {
        tag: 'admin',
        summary: 'Delete a server',
        description: 'The same as its owner does.',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'SERVER_NOT_FOUND'],
      }),
    )
    .input(AnyServerInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteServer(ctx, input.serverId);
      return DONE;
    }),

  handOverServer: adminProcedure
    .meta(
      rest('POST', '/api/admin/servers/{serverID}/owner', {
        tag: 'admin',
        summary: 'Hand a server over to one of its members',
        description: 'The former owner becomes an admin of the server.',
        errors: [
          'PEOPLE_ONLY',
          'INSTANCE_ADMIN_REQUIRED',
          'SERVER_NOT_FOUND',
          'MEMBER_NOT_FOUND',
          'TOO_MANY_SERVERS',
        ],
      }),
    )
    .input(HandOverInput)
    .output(AdminServer)
    .mutation(({ ctx, input }) => handOverServer(ctx, input)),
};
