import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { personProcedure } from '../procedures/trpc.js';
import { BotToken, BotTokenUse, CreatedBot } from '../protocol/records/bot.js';
import { DONE, Done } from '../protocol/records/done.js';
import { User } from '../protocol/records/user.js';
import { findOwnedBot } from '../users/access.js';
import { toUser } from '../users/record.js';
import { createBot, deleteBot, listBots, rotateToken, tokenUse, updateBot } from './actions.js';
import { BotInput, CreateBotInput, RotateTokenInput, UpdateBotInput } from './schemas.js';

const BOTS = '/api/bots';
const BOT = '/api/bots/{botID}';

export const botProcedures = {
  create: personProcedure
    .meta(
      rest('POST', BOTS, {
        tag: 'bots',
        summary: 'Create a bot',
        description:
          'The token is shown only once. With an idempotency key, a retry from the same session gets it again. From ' +
          'another session the retry is refused: find the bot in your list and rotate its token.',
        status: 201,
        keys: false,
        errors: ['PEOPLE_ONLY', 'USERNAME_TAKEN', 'TOO_MANY_BOTS', 'STEP_UP_REQUIRED'],
      }),
    )
    .input(CreateBotInput)
    .output(CreatedBot)
    .mutation(({ ctx, input }) => createBot(ctx, input)),

  list: personProcedure
    .meta(
      rest('GET', BOTS, {
        tag: 'bots',
        summary: 'List all your bots, newest first',
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .output(z.array(User))
    .query(({ ctx }) => listBots(ctx)),

  get: personProcedure
    .meta(
      rest('GET', BOT, {
        tag: 'bots',
        summary: 'Get one of your bots',
        errors: ['PEOPLE_ONLY', 'BOT_NOT_FOUND'],
      }),
    )
    .input(BotInput)
    .output(User)
    .query(async ({ ctx, input }) => toUser(await findOwnedBot(ctx, input.botId))),

  update: personProcedure
    .meta(
      rest('PATCH', BOT, {
        tag: 'bots',
        summary: 'Change one of your bots',
        errors: ['PEOPLE_ONLY', 'BOT_NOT_FOUND', 'USERNAME_TAKEN'],
      }),
    )
    .input(UpdateBotInput)
    .output(User)
    .mutation(({ ctx, input }) => updateBot(ctx, input)),

  delete: personProcedure
    .meta(
      rest('DELETE', BOT, {
        tag: 'bots',
        summary: 'Delete one of your bots',
        description: 'It leaves its servers and its token ends. Its messages stay.',
        errors: ['PEOPLE_ONLY', 'BOT_NOT_FOUND'],
      }),
    )
    .input(BotInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteBot(ctx, input.botId);
      return DONE;
    }),

  tokenUse: personProcedure
    .meta(
      rest('GET', '/api/bots/{botID}/token', {
        tag: 'bots',
        summary: 'See when the token of one of your bots was last used, and what it may do',
        errors: ['PEOPLE_ONLY', 'BOT_NOT_FOUND'],
      }),
    )
    .input(BotInput)
    .output(BotTokenUse)
    .query(({ ctx, input }) => tokenUse(ctx, input.botId)),

  rotateToken: personProcedure
    .meta(
      rest('POST', '/api/bots/{botID}/token', {
        tag: 'bots',
        summary: 'Give one of your bots a new token',
        description:
          'The old one ends and its sockets close. The new one is shown only once. It has the scopes of the old one, unless ' +
          'others are given.',
        keys: false,
        errors: ['PEOPLE_ONLY', 'BOT_NOT_FOUND', 'STEP_UP_REQUIRED'],
      }),
    )
    .input(RotateTokenInput)
    .output(BotToken)
    .mutation(({ ctx, input }) => rotateToken(ctx, input)),
};
