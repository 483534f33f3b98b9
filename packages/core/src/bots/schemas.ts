import { z } from 'zod';
import { IdInput } from '../kernel/ids.js';
import { DisplayName, Status, User, Username } from '../users/schemas.js';

const Token = z.string().meta({
  description: 'Send it as "Authorization: Bearer <token>". It is shown this once and has no end.',
});

/** A new bot and its token. */
export const CreatedBot = z.object({ bot: User, token: Token }).meta({ id: 'CreatedBot' });
export type CreatedBot = z.output<typeof CreatedBot>;

export const BotToken = z.object({ token: Token }).meta({ id: 'BotToken' });
export type BotToken = z.output<typeof BotToken>;

export const CreateBotInput = z.object({
  username: Username,
  displayName: DisplayName.nullish().meta({ description: 'Defaults to the username.' }),
});
export type CreateBotInput = z.output<typeof CreateBotInput>;

export const BotInput = z.object({ botId: IdInput });
export const UpdateBotInput = BotInput.extend({
  username: Username.optional(),
  displayName: DisplayName.optional(),
  status: Status.optional(),
});
export type UpdateBotInput = z.output<typeof UpdateBotInput>;
