import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/** docs/reference.md, section 2, Message edit. */
export const MessageEdit = z
  .object({
    content: z.string().meta({ description: 'The text before the edit.' }),
    editedAt: Instant.meta({ description: 'When another text took its place.' }),
    userId: Id.meta({ description: 'Who edited it.' }),
  })
  .meta({ id: 'MessageEdit', description: 'An earlier text of a message.' });
export type MessageEdit = z.output<typeof MessageEdit>;
