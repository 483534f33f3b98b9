import { z } from 'zod';
import { User } from './user.js';

const Token = z.string().meta({
  description: 'Send it as "Authorization: Bearer <token>". It is shown only once and does not expire.',
});

/** A new bot and its token. */
export const CreatedBot = z.object({ bot: User, token: Token }).meta({ id: 'CreatedBot' });
export type CreatedBot = z.output<typeof CreatedBot>;

/** The new token of a bot. */
export const BotToken = z.object({ token: Token }).meta({ id: 'BotToken' });
export type BotToken = z.output<typeof BotToken>;
