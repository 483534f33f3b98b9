import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { User } from './user.js';

/** docs/reference.md, Time-outs. */
export const Timeout = z
  .object({
    userId: Id,
    user: User,
    until: Instant.meta({ description: 'When it ends.' }),
    reason: z.string().nullable().meta({ description: 'Null where none was given.' }),
    timedOutBy: Id,
    createdAt: Instant,
  })
  .meta({ id: 'Timeout', description: 'Who reads a server and may not write in it.' });
export type Timeout = z.output<typeof Timeout>;
