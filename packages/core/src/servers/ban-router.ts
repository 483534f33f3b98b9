import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure } from '../procedures/trpc.js';
import { Ban } from '../protocol/records/ban.js';
import { DONE, Done } from '../protocol/records/done.js';
import { banUser, listBans, unbanUser } from './bans.js';
import { BanInput, ListBansInput, UnbanInput } from './schemas.js';

const BANS = '/api/servers/{serverID}/bans';
const BAN = '/api/servers/{serverID}/bans/{userID}';

/** The procedures about bans, for the servers router to spread in. */
export const banProcedures = {
  ban: actorProcedure
    .meta(
      rest('PUT', BAN, {
        tag: 'servers',
        summary: 'Ban a user from a server',
        description:
          'The user leaves the server with their bots, and their invites end. Nobody who is banned comes in by an ' +
          'invite or is added. A user who is not in the server can be banned as well. `deleteMessageHours` also deletes what ' +
          'they have posted lately in channels that you see.',
        errors: [
          'SERVER_NOT_FOUND',
          'ADMIN_REQUIRED',
          'OWNER_REQUIRED',
          'OWNER_CANNOT_LEAVE',
          'USER_NOT_FOUND',
        ],
      }),
    )
    .input(BanInput)
    .output(Ban)
    .mutation(({ ctx, input }) => banUser(ctx, input)),

  unban: actorProcedure
    .meta(
      rest('DELETE', BAN, {
        tag: 'servers',
        summary: 'End a ban',
        description: 'For a user who is not banned nothing changes.',
        errors: ['SERVER_NOT_FOUND', 'ADMIN_REQUIRED', 'USER_NOT_FOUND'],
      }),
    )
    .input(UnbanInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await unbanUser(ctx, input);
      return DONE;
    }),

  bans: actorProcedure
    .meta(
      rest('GET', BANS, {
        tag: 'servers',
        summary: 'List the bans of a server, newest first',
        description: 'The cursors are ids of banned users.',
        errors: ['SERVER_NOT_FOUND', 'ADMIN_REQUIRED'],
      }),
    )
    .input(ListBansInput)
    .output(z.array(Ban))
    .query(({ ctx, input }) => listBans(ctx, input)),
};
