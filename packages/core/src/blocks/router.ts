import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { rest } from '../procedures/rest.js';
import { personProcedure } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { User } from '../protocol/records/user.js';
import { block, listBlocked, unblock } from './actions.js';

const OF_PERSON = '/api/users/me/blocks/{userID}';
const BlockInput = z.object({ userId: idInput('the user') });

export const blockProcedures = {
  block: personProcedure
    .meta(
      rest('PUT', OF_PERSON, {
        tag: 'users',
        summary: 'Block somebody',
        description:
          'Neither of you opens a direct message with the other, or writes in the one that the two of you have. What they write ' +
          'elsewhere notifies you of nothing; it stays, and clients hide it by `blockedUserIds` of your account. Nobody is told.',
        errors: ['PEOPLE_ONLY', 'USER_NOT_FOUND', 'CANNOT_BLOCK_YOURSELF', 'TOO_MANY_BLOCKS'],
      }),
    )
    .input(BlockInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await block(ctx, input.userId);
      return DONE;
    }),

  unblock: personProcedure
    .meta(
      rest('DELETE', OF_PERSON, {
        tag: 'users',
        summary: 'Take back a block',
        description: 'Somebody who is not blocked stays so.',
        errors: ['PEOPLE_ONLY', 'USER_NOT_FOUND'],
      }),
    )
    .input(BlockInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await unblock(ctx, input.userId);
      return DONE;
    }),

  blocks: personProcedure
    .meta(
      rest('GET', '/api/users/me/blocks', {
        tag: 'users',
        summary: 'List whom you have blocked, the first one first',
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .output(z.array(User))
    .query(({ ctx }) => listBlocked(ctx)),
};
