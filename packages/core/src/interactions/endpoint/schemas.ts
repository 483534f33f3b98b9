import type { z } from 'zod';
import { text } from '../../kernel/schema/text.js';
import { writing } from '../../kernel/schema/writing.js';
import { BotEndpoint } from '../../protocol/records/bot-endpoint.js';
import { BotCommandsInput } from '../schemas.js';

const URL_MAX = 2_000;

export const BotEndpointInput = BotCommandsInput;

export const SetEndpointInput = writing(BotEndpoint, {
  ...BotEndpointInput.shape,
  url: text(1, URL_MAX).meta({
    description:
      'Where the bot is called: `https:`, without a user name, a password and a fragment, at port 80, 443 or one from 1024.',
    example: 'https://bot.example.com/interactions',
  }),
});
export type SetEndpointInput = z.output<typeof SetEndpointInput>;
