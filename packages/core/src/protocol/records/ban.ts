import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { User } from './user.js';

/** docs/reference.md, Bans. */
export const Ban = z
  .object({
    userId: Id,
    user: User,
    reason: z.string().nullable().meta({ description: 'Null where none was given.' }),
    bannedBy: Id,
    createdAt: Instant,
    expiresAt: Instant.nullable()
      .default(null)
      .meta({ description: 'When it ends; null for a ban without an end.' }),
  })
  .meta({ id: 'Ban', description: 'Who may not come into a server.' });
export type Ban = z.output<typeof Ban>;
