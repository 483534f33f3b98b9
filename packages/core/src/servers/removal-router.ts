import { rest } from '../procedures/rest.js';
import { actorProcedure } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { deleteMessagesOf } from './message-removals.js';
import { DeleteMessagesOfInput } from './schemas.js';

/** The procedure about somebody's messages, for the servers router to spread in. */
export const removalProcedures = {
  deleteMessagesOf: actorProcedure
    .meta(
      rest('POST', '/api/servers/{serverID}/members/{userID}/messages/delete', {
        tag: 'servers',
        summary: 'Delete what a user has posted lately',
        description:
          'Of a user below your role, a member or not, in the channels that you see. It goes on in the background: each message ' +
          'is deleted with an event of its own, and the audit log says how many there were. To repeat it does no harm.',
        errors: [
          'SERVER_NOT_FOUND',
          'USER_NOT_FOUND',
          'MODERATOR_REQUIRED',
          'ADMIN_REQUIRED',
          'OWNER_REQUIRED',
          'OWNER_CANNOT_LEAVE',
        ],
      }),
    )
    .input(DeleteMessagesOfInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteMessagesOf(ctx, input);
      return DONE;
    }),
};
