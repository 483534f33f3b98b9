import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { InstantInput } from '../kernel/schema/instant-input.js';
import { optional, optionalOr } from '../kernel/schema/optional.js';
import { writing } from '../kernel/schema/writing.js';
import { HIGHEST_LIMITS, limitedBy } from '../kernel/services/limits.js';
import { Content } from '../messages/schemas.js';
import { Draft } from '../protocol/records/draft.js';

export const DraftInput = z.object({
  channelId: idInput('the channel'),
  threadId: optional(idInput('a message of the thread')).meta({
    description: 'Names the draft in a thread; left out, it is the draft in the channel itself.',
  }),
});
export type DraftInput = z.output<typeof DraftInput>;

export const PutDraftInput = writing(Draft, {
  ...DraftInput.shape,
  content: optionalOr(Content, '').meta({
    description: 'As long as a message may be; may be empty only with attachments.',
  }),
  attachmentIds: optionalOr(
    z.array(idInput('an attachment')).max(HIGHEST_LIMITS.messageFiles).meta(limitedBy('messageFiles')),
    [],
  ).meta({ description: 'Ids of files that you have uploaded to this channel.' }),
});
export type PutDraftInput = z.output<typeof PutDraftInput>;

export const DeleteDraftInput = DraftInput.extend({
  updatedAt: optional(InstantInput).meta({
    description: 'Delete the draft only while this is its `updatedAt`: a newer one of another device stays.',
  }),
});
export type DeleteDraftInput = z.output<typeof DeleteDraftInput>;
