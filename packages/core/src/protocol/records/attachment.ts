import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/** docs/reference.md, section 2, Attachment. */
export const Attachment = z
  .object({
    id: Id,
    messageId: Id.nullable().meta({ description: 'Null until a message carries the file.' }),
    filename: z.string(),
    storedPath: z.string().meta({ description: 'Path of the file on this service; fetched with a token.' }),
    mimeType: z.string(),
    sizeBytes: z.number().int(),
    createdAt: Instant,
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.output<typeof Attachment>;
