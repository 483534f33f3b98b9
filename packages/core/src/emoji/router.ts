import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { ServerEmoji } from '../protocol/records/server-emoji.js';
import { deleteEmoji, renameEmoji } from './actions.js';
import { listEmoji } from './reads.js';
import { EmojiInput, ListEmojiInput, RenameEmojiInput } from './schemas.js';

const EMOJI = '/api/servers/{serverID}/emoji/{emojiID}';

/** The upload, which is multipart, is an operation of the REST API alone. */
export const emojiRouter = router({
  list: actorProcedure
    .meta(
      rest('GET', '/api/servers/{serverID}/emoji', {
        tag: 'servers',
        summary: 'List all emoji that a server has made itself, newest first',
        snapshot: true,
        errors: ['SERVER_NOT_FOUND'],
      }),
    )
    .input(ListEmojiInput)
    .output(z.array(ServerEmoji))
    .query(({ ctx, input }) => listEmoji(ctx, input.serverId)),

  update: actorProcedure
    .meta(
      rest('PATCH', EMOJI, {
        tag: 'servers',
        summary: 'Rename an emoji of a server',
        description: 'Reactions with it stay the same reactions.',
        errors: [
          'SERVER_NOT_FOUND',
          'MODERATOR_REQUIRED',
          'TIMED_OUT',
          'EMOJI_NOT_FOUND',
          'EMOJI_NAME_TAKEN',
        ],
      }),
    )
    .input(RenameEmojiInput)
    .output(ServerEmoji)
    .mutation(({ ctx, input }) => renameEmoji(ctx, input)),

  delete: actorProcedure
    .meta(
      rest('DELETE', EMOJI, {
        tag: 'servers',
        summary: 'Delete an emoji of a server',
        description: 'Reactions with it stay, with its name; nobody can add another one. Its image is gone.',
        errors: ['SERVER_NOT_FOUND', 'MODERATOR_REQUIRED', 'TIMED_OUT', 'EMOJI_NOT_FOUND'],
      }),
    )
    .input(EmojiInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteEmoji(ctx, input);
      return DONE;
    }),
});
