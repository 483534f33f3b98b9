import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { Attachment } from './attachment.js';
import { User } from './user.js';

/** Reference section 2, "Reaction". */
export const Reaction = z
  .object({
    emoji: z.string(),
    count: z.number().int(),
    users: z.array(Id).meta({ description: 'Ids of who reacted, first to react first.' }),
  })
  .meta({ id: 'Reaction' });
export type Reaction = z.output<typeof Reaction>;

/** Reference section 2, "Message". */
export const Message = z
  .object({
    id: Id,
    channelId: Id,
    userId: Id.meta({ description: 'The author.' }),
    content: z.string(),
    edited: z.boolean(),
    createdAt: Instant,
    updatedAt: Instant,
    threadId: Id.nullable().meta({
      description: 'The parent message of a reply; null for a message of its own.',
    }),
    user: User,
    replyCount: z.number().int().meta({ description: 'Number of thread replies.' }),
    reactions: z.array(Reaction),
    attachments: z.array(Attachment),
  })
  .meta({ id: 'Message' });
export type Message = z.output<typeof Message>;
