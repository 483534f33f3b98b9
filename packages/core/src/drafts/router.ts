import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { personProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { Draft } from '../protocol/records/draft.js';
import { deleteDraft, getDraft, listDrafts, putDraft } from './actions.js';
import { DeleteDraftInput, DraftInput, PutDraftInput } from './schemas.js';

const PATH = '/api/channels/{channelID}/draft';
const OF_PLACE = ['PEOPLE_ONLY', 'CHANNEL_NOT_FOUND', 'MESSAGE_NOT_FOUND'] as const;

export const draftsRouter = router({
  list: personProcedure
    .meta(
      rest('GET', '/api/drafts', {
        tag: 'messages',
        summary: 'List your drafts, the latest first',
        description: 'A draft in a channel that you may not read any more is left out, and deleted.',
        snapshot: true,
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .output(z.array(Draft))
    .query(({ ctx }) => listDrafts(ctx)),

  get: personProcedure
    .meta(
      rest('GET', PATH, {
        tag: 'messages',
        summary: 'Get your draft in a channel or a thread',
        errors: [...OF_PLACE, 'DRAFT_NOT_FOUND'],
      }),
    )
    .input(DraftInput)
    .output(Draft)
    .query(({ ctx, input }) => getDraft(ctx, input)),

  put: personProcedure
    .meta(
      rest('PUT', PATH, {
        tag: 'messages',
        summary: 'Keep a draft in a channel or a thread',
        description:
          'It takes the place of the one before, from whichever device. Nobody else sees it. Posting a message leaves it.',
        errors: [...OF_PLACE, 'ATTACHMENT_NOT_FOUND', 'ATTACHMENT_IN_USE', 'TOO_MANY_DRAFTS'],
      }),
    )
    .input(PutDraftInput)
    .output(Draft)
    .mutation(({ ctx, input }) => putDraft(ctx, input)),

  delete: personProcedure
    .meta(
      rest('DELETE', PATH, {
        tag: 'messages',
        summary: 'Delete your draft in a channel or a thread',
        description:
          'Give the "updatedAt" of the draft that you have posted: a newer one of another device stays then. Where there is no ' +
          'draft, nothing happens.',
        errors: [...OF_PLACE, 'DRAFT_CHANGED'],
      }),
    )
    .input(DeleteDraftInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteDraft(ctx, input);
      return DONE;
    }),
});
