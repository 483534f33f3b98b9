import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/** docs/reference.md, Erasures. */
export const Erasure = z
  .object({
    id: Id,
    kind: z.enum(['channel', 'member', 'user', 'account']).meta({
      description:
        'What is erased: a channel, what somebody wrote in a server, what they wrote anywhere, or an account without its messages.',
    }),
    serverId: Id.nullable().meta({ description: 'Null for a person of the whole service.' }),
    channelId: Id.nullable().meta({ description: 'Null where it is not one channel.' }),
    userId: Id.nullable().meta({ description: 'The author; null for everybody.' }),
    before: Instant.nullable().meta({ description: 'Messages from before it; null for all of them.' }),
    askedBy: Id.nullable().meta({ description: 'Null for the operator and for an API key.' }),
    createdAt: Instant,
    endedAt: Instant.nullable().meta({ description: 'Null while there may be messages left.' }),
    removed: z.number().int().meta({ description: 'How many messages have been deleted so far.' }),
  })
  .meta({ id: 'Erasure', description: 'Messages that are being erased, or were.' });
export type Erasure = z.output<typeof Erasure>;
