import { z } from 'zod';
import { Instant } from '../primitives.js';
import { User } from './user.js';

const Token = z.string().meta({
  description: 'Send it as "Authorization: Bearer <token>". It is shown only once and does not expire.',
});

/** A new bot and its token. */
export const CreatedBot = z
  .object({ bot: User, token: Token })
  .meta({ id: 'CreatedBot', description: 'A new bot and its token.' });
export type CreatedBot = z.output<typeof CreatedBot>;

/** When the token of a bot was made and used, and what it may do. */
export const BotTokenUse = z
  .object({
    createdAt: Instant,
    lastUsedAt: Instant.nullable().meta({
      description: 'To the hour; null for a token that was never used.',
    }),
    scopes: z
      .array(z.string())
      .nullable()
      .default(null)
      .meta({
        description: 'What it may do; null for everything that bots may, also what comes later.',
        example: ['messages:write', 'realtime:read'],
      }),
  })
  .meta({ id: 'BotTokenUse', description: 'When the token of a bot was made and used, and what it may do.' });
export type BotTokenUse = z.output<typeof BotTokenUse>;

/** The new token of a bot. */
export const BotToken = z
  .object({ token: Token })
  .meta({ id: 'BotToken', description: 'The new token of a bot.' });
export type BotToken = z.output<typeof BotToken>;
