import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional } from '../kernel/schema/optional.js';
import { writing } from '../kernel/schema/writing.js';
import { User } from '../protocol/records/user.js';
import { DisplayName, Status, Username } from '../users/schemas.js';

export const CreateBotInput = writing(User, {
  username: Username,
  displayName: optional(DisplayName).meta({ description: 'Defaults to the username.' }),
});
export type CreateBotInput = z.output<typeof CreateBotInput>;

export const BotInput = z.object({ botId: idInput('the bot') });
export const UpdateBotInput = writing(User, {
  ...BotInput.shape,
  username: optional(Username),
  displayName: optional(DisplayName),
  status: optional(Status),
});
export type UpdateBotInput = z.output<typeof UpdateBotInput>;
