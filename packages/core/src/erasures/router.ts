import { z } from 'zod';
import { UserInput } from '../admin/schemas.js';
import { rest } from '../procedures/rest.js';
import { actorProcedure, adminProcedure, router } from '../procedures/trpc.js';
import { Erasure } from '../protocol/records/erasure.js';
import { eraseChannel, eraseMember, eraseUser } from './actions.js';
import { listAllErasures, listErasuresOf } from './reads.js';
import { EraseChannelInput, EraseMemberInput, ListAllErasuresInput, ListErasuresInput } from './schemas.js';

const GOES_ON =
  'It goes on in the background: each message is deleted with an event of its own. It cannot be undone. A repetition widens the one ' +
  'that is under way.';

export const erasuresRouter = router({
  eraseChannel: actorProcedure
    .meta(
      rest('POST', '/api/servers/{serverID}/channels/{channelID}/erase', {
        tag: 'channels',
        summary: 'Erase the messages of a channel',
        description: GOES_ON,
        status: 201,
        errors: ['SERVER_NOT_FOUND', 'CHANNEL_NOT_FOUND', 'OWNER_REQUIRED', 'STEP_UP_REQUIRED'],
      }),
    )
    .input(EraseChannelInput)
    .output(Erasure)
    .mutation(({ ctx, input }) => eraseChannel(ctx, input)),

  eraseMember: actorProcedure
    .meta(
      rest('POST', '/api/servers/{serverID}/members/{userID}/erase', {
        tag: 'servers',
        summary: 'Erase what somebody has written in a server',
        description: `Of a member or of somebody who has left, and of their bots, in all channels, those that you do not see as well, with their reactions. ${GOES_ON}`,
        status: 201,
        errors: ['SERVER_NOT_FOUND', 'OWNER_REQUIRED', 'USER_NOT_FOUND', 'STEP_UP_REQUIRED'],
      }),
    )
    .input(EraseMemberInput)
    .output(Erasure)
    .mutation(({ ctx, input }) => eraseMember(ctx, input)),

  list: actorProcedure
    .meta(
      rest('GET', '/api/servers/{serverID}/erasures', {
        tag: 'servers',
        summary: 'List the erasures of a server, newest first',
        description: 'With how far they are.',
        errors: ['SERVER_NOT_FOUND', 'OWNER_REQUIRED'],
      }),
    )
    .input(ListErasuresInput)
    .output(z.array(Erasure))
    .query(({ ctx, input }) => listErasuresOf(ctx, input)),
});

/** For the admin router to spread in. */
export const anyErasureProcedures = {
  eraseUser: adminProcedure
    .meta(
      rest('POST', '/api/admin/users/{userID}/erase', {
        tag: 'admin',
        summary: 'Delete the account of a person, and all that they have written',
        description: `In servers and in direct messages, by their bots as well, with their reactions and reports; of an account that is deleted already, these alone. ${GOES_ON}`,
        status: 201,
        errors: [
          'PEOPLE_ONLY',
          'INSTANCE_ADMIN_REQUIRED',
          'USER_NOT_FOUND',
          'LAST_ADMIN',
          'STEP_UP_REQUIRED',
        ],
      }),
    )
    .input(UserInput)
    .output(Erasure)
    .mutation(({ ctx, input }) => eraseUser(ctx, input.userId)),

  erasures: adminProcedure
    .meta(
      rest('GET', '/api/admin/erasures', {
        tag: 'admin',
        summary: 'List all erasures, newest first',
        description: 'Those of servers, of people, and the deletions of accounts.',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED'],
      }),
    )
    .input(ListAllErasuresInput)
    .output(z.array(Erasure))
    .query(({ ctx, input }) => listAllErasures(ctx, input)),
};
