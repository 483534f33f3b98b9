import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { Timeout } from '../protocol/records/timeout.js';
import { ListTimeoutsInput, TimeoutInput, TimeoutOfInput } from './schemas.js';
import { endTimeout, listTimeouts, timeOutMember } from './timeouts.js';

const TIMEOUTS = '/api/servers/{serverID}/timeouts';
const TIMEOUT = '/api/servers/{serverID}/timeouts/{userID}';
const RANKS = ['MODERATOR_REQUIRED', 'ADMIN_REQUIRED', 'OWNER_REQUIRED', 'OWNER_CANNOT_LEAVE'] as const;

/** The procedures about time-outs, for the servers router to spread in. */
export const timeoutProcedures = {
  timeOut: actorProcedure
    .meta(
      rest('PUT', TIMEOUT, {
        tag: 'servers',
        summary: 'Time a member out',
        description:
          'Until then the member and their bots read the server, and may not post, edit, react, upload, invite or create ' +
          'channels in it. Leaving and coming back does not end it.',
        errors: ['SERVER_NOT_FOUND', 'MEMBER_NOT_FOUND', ...RANKS],
      }),
    )
    .input(TimeoutInput)
    .output(Timeout)
    .mutation(({ ctx, input }) => timeOutMember(ctx, input)),

  endTimeout: actorProcedure
    .meta(
      rest('DELETE', TIMEOUT, {
        tag: 'servers',
        summary: 'End a time-out',
        description: 'For a user who is not timed out nothing changes.',
        errors: ['SERVER_NOT_FOUND', 'USER_NOT_FOUND', ...RANKS],
      }),
    )
    .input(TimeoutOfInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await endTimeout(ctx, input);
      return DONE;
    }),

  timeouts: actorProcedure
    .meta(
      rest('GET', TIMEOUTS, {
        tag: 'servers',
        summary: 'List the time-outs of a server that have not ended, newest first',
        description: 'The cursors are ids of the users.',
        errors: ['SERVER_NOT_FOUND', 'MODERATOR_REQUIRED'],
      }),
    )
    .input(ListTimeoutsInput)
    .output(z.array(Timeout))
    .query(({ ctx, input }) => listTimeouts(ctx, input)),
};
