import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { Attachment } from './attachment.js';
import { User } from './user.js';

/** docs/reference.md, section 2, Reaction. */
export const Reaction = z
  .object({
    emoji: z.string(),
    count: z.number().int(),
    users: z.array(Id).meta({ description: 'The ids of the users; the first to react comes first.' }),
  })
  .meta({ id: 'Reaction' });
export type Reaction = z.output<typeof Reaction>;

/** docs/reference.md, section 2, Message. */
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
      description: 'The message that a reply belongs to; null for a message that is no reply.',
    }),
    user: User,
    replyCount: z.number().int().meta({ description: 'Number of thread replies.' }),
    reactions: z.array(Reaction),
    attachments: z.array(Attachment),
  })
  .meta({ id: 'Message' });
export type Message = z.output<typeof Message>;

/** The author's `nonce`, where a post had one: it tells their client which of its messages this is. */
export const nonce = z
  .string()
  .optional()
  .meta({ description: 'The `nonce` of the post; absent where it had none.' });

/** The answer to a post. */
export const PostedMessage = Message.extend({ nonce }).meta({ id: 'PostedMessage' });
export type PostedMessage = z.output<typeof PostedMessage>;
