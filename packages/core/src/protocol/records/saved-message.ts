import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { Message } from './message.js';

/** docs/reference.md, Saved messages. It has no text, so that events and kept answers may carry it. */
export const SavedMark = z
  .object({
    id: Id.meta({ description: 'Of the saved item: the cursor of the list.' }),
    messageId: Id,
    channelId: Id,
    savedAt: Instant,
    remindAt: Instant.nullable().default(null).meta({
      description: 'When you are to be reminded of it; null for no reminder, and once it has come.',
    }),
  })
  .meta({ id: 'SavedMark', description: 'That somebody has saved a message for themselves.' });
export type SavedMark = z.output<typeof SavedMark>;

export const SavedMessage = SavedMark.extend({
  message: Message.meta({ description: 'The message, as it is now.' }),
}).meta({ id: 'SavedMessage', description: 'A message that somebody has saved for themselves.' });
export type SavedMessage = z.output<typeof SavedMessage>;
