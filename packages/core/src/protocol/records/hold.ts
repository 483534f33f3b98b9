import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { metadata } from './embedding.js';

/** docs/reference.md, Legal holds. */
export const Hold = z
  .object({
    id: Id,
    serverId: Id.nullable().meta({
      description: 'The server that is held with its channels; null for one channel.',
    }),
    channelId: Id.nullable().meta({
      description: 'The channel or direct message that is held; null for a server.',
    }),
    reason: z.string().meta({ description: 'Why, for other admins.' }),
    createdBy: Id.nullable().meta({ description: 'Null for the operator.' }),
    createdAt: Instant,
  })
  .meta({ id: 'Hold', description: 'What is kept from being lost, as long as the hold is there.' });
export type Hold = z.output<typeof Hold>;

export const HeldFile = z
  .object({
    id: Id,
    filename: z.string().meta({ description: 'The name that it was uploaded with.' }),
    mimeType: z.string().meta({ description: 'Its media type.' }),
    sizeBytes: z.number().int().meta({ description: 'Its size.' }),
  })
  .meta({
    id: 'HeldFile',
    description: 'An attachment that was taken from a message, or deleted with it, under a hold.',
  });
export type HeldFile = z.output<typeof HeldFile>;

export const HeldMessage = z
  .object({
    id: Id,
    messageId: Id,
    channelId: Id,
    threadId: Id.nullable().meta({ description: 'The message that it replied to; null for none.' }),
    userId: Id.meta({ description: 'The author.' }),
    content: z.string().meta({ description: 'The text that was taken away.' }),
    metadata,
    createdAt: Instant.meta({ description: 'When the message was posted.' }),
    takenAt: Instant.meta({ description: 'When the text was edited or deleted.' }),
    isDeleted: z
      .boolean()
      .meta({ description: 'True for the last text of a deleted message; false for one before an edit.' }),
    files: z.array(HeldFile).meta({
      description: 'Those of a deleted message; of an earlier text those that the edit took away.',
    }),
  })
  .meta({ id: 'HeldMessage', description: 'A text that was edited or deleted under a hold.' });
export type HeldMessage = z.output<typeof HeldMessage>;
