import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/** docs/scheduled-messages.md. */
export const ScheduledMessage = z
  .object({
    id: Id,
    channelId: Id,
    threadId: Id.nullable().meta({
      description: 'The first message of the thread; null for a message in the channel itself.',
    }),
    alsoInChannel: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the list of the channel will have the reply as well.' }),
    content: z.string().meta({ description: 'The text; empty where there are attachments alone.' }),
    attachmentIds: z.array(Id).meta({ description: 'Uploads of yours, which are kept for this message.' }),
    sendAt: Instant.meta({ description: 'When it is sent, by the clock of the database.' }),
    failure: z
      .object({
        code: z.string().meta({ description: 'One of the codes of errors.' }),
        error: z.string().meta({ description: 'A sentence for a person.' }),
      })
      .nullable()
      .meta({
        description:
          'Why it was not sent when it was due: it stays until you change, send or delete it. Null while it is to be sent.',
      }),
    createdAt: Instant,
    updatedAt: Instant.meta({ description: 'Later with each change.' }),
  })
  .meta({ id: 'ScheduledMessage', description: 'A message of yours that is to be sent later.' });
export type ScheduledMessage = z.output<typeof ScheduledMessage>;
