import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/** Where a draft is. */
export const DraftPlace = z.object({
  channelId: Id,
  threadId: Id.nullable().meta({
    description: 'The first message of the thread; null for a draft in the channel itself.',
  }),
});

/** docs/drafts.md. */
export const Draft = DraftPlace.extend({
  content: z.string().meta({ description: 'The text; empty where there are attachments alone.' }),
  attachmentIds: z.array(Id).meta({
    description:
      'Uploads of yours. A draft does not keep them from being removed like others that no message carries.',
  }),
  updatedAt: Instant.meta({ description: 'Later with each change, also where clocks disagree.' }),
}).meta({ id: 'Draft', description: 'What you have begun to write in a channel or a thread.' });
export type Draft = z.output<typeof Draft>;
