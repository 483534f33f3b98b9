import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/** docs/reference.md, section 2, Attachment. */
export const Attachment = z
  .object({
    id: Id,
    messageId: Id.nullable().meta({ description: 'Null until a message carries the file.' }),
    filename: z.string().meta({ description: 'As it was uploaded.' }),
    storedPath: z.string().meta({ description: 'Path of the file on this service; fetched with a token.' }),
    mimeType: z
      .string()
      .meta({ description: 'The type that the content shows, else the one that the uploader gave.' }),
    sizeBytes: z.number().int().meta({ description: 'The size of the file.' }),
    width: z.number().int().min(1).nullable().default(null).meta({
      description:
        'Of a picture, in pixels, as it is to be shown; null for other files, and where its header does not say.',
    }),
    height: z.number().int().min(1).nullable().default(null).meta({ description: 'As `width`.' }),
    createdAt: Instant,
  })
  .meta({ id: 'Attachment', description: 'An uploaded file.' });
export type Attachment = z.output<typeof Attachment>;
