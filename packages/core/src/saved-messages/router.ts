import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { personProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { SavedMark, SavedMessage } from '../protocol/records/saved-message.js';
import { saveMessage, unsaveMessage } from './actions.js';
import { listSaved } from './reads.js';
import { ListSavedInput, SavedMessageInput, SaveMessageInput } from './schemas.js';

const SAVED = '/api/messages/{messageID}/saved';

export const savedMessagesRouter = router({
  save: personProcedure
    .meta(
      rest('PUT', SAVED, {
        tag: 'messages',
        summary: 'Save a message for yourself',
        description:
          'Nobody else learns of it. One that you have saved stays as it is, except for `remindAt`: when to remind you of it.',
        errors: ['PEOPLE_ONLY', 'MESSAGE_NOT_FOUND', 'TOO_MANY_SAVED_MESSAGES'],
      }),
    )
    .input(SaveMessageInput)
    .output(SavedMark)
    .mutation(({ ctx, input }) => saveMessage(ctx, input)),

  unsave: personProcedure
    .meta(
      rest('DELETE', SAVED, {
        tag: 'messages',
        summary: 'Remove a message from what you have saved',
        description: 'One that you have not saved stays so.',
        errors: ['PEOPLE_ONLY', 'MESSAGE_NOT_FOUND'],
      }),
    )
    .input(SavedMessageInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await unsaveMessage(ctx, input.messageId);
      return DONE;
    }),

  list: personProcedure
    .meta(
      rest('GET', '/api/users/me/saved', {
        tag: 'messages',
        summary: 'List what you have saved, the last first',
        description:
          'The messages as they are now. What was deleted, and what is in channels that you may not read now, is left out. ' +
          'The cursor is the "id" of the last item.',
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .input(ListSavedInput)
    .output(z.array(SavedMessage))
    .query(({ ctx, input }) => listSaved(ctx, input)),
});
