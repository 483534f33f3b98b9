import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional } from '../kernel/schema/optional.js';
import { writing } from '../kernel/schema/writing.js';
import { BotTokenUse } from '../protocol/records/bot.js';
import { User } from '../protocol/records/user.js';
import { BOT_SCOPES } from '../protocol/scopes.js';
import { DisplayName, Status, Username } from '../users/schemas.js';

const Scopes = z.array(z.enum(BOT_SCOPES)).min(1).max(BOT_SCOPES.length);

export const CreateBotInput = writing(User, {
  username: Username,
  displayName: optional(DisplayName).meta({ description: 'Defaults to the username.' }),
  scopes: optional(Scopes).meta({
    description: 'What the token may do; left out, everything that bots may. See the list of scopes.',
    example: ['messages:write', 'realtime:read'],
  }),
});
export type CreateBotInput = z.output<typeof CreateBotInput>;

export const BotInput = z.object({ botId: idInput('the bot') });
export const RotateTokenInput = writing(BotTokenUse, {
  ...BotInput.shape,
  scopes: optional(Scopes).meta({
    description: 'What the new token may do; left out, what the old one might.',
    example: ['messages:write', 'realtime:read'],
  }),
});
export type RotateTokenInput = z.output<typeof RotateTokenInput>;

export const UpdateBotInput = writing(User, {
  ...BotInput.shape,
  username: optional(Username),
  displayName: optional(DisplayName),
  status: optional(Status),
});
export type UpdateBotInput = z.output<typeof UpdateBotInput>;
