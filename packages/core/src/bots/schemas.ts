import { z } from 'zod';
import { IdInput } from '../kernel/schema/ids.js';
import { DisplayName, Status, Username } from '../users/schemas.js';

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
