import { rest } from '../../procedures/rest.js';
import { personProcedure } from '../../procedures/trpc.js';
import { BotEndpoint, BotEndpointWithSecret } from '../../protocol/records/bot-endpoint.js';
import { DONE, Done } from '../../protocol/records/done.js';
import { getEndpoint, removeEndpoint, rotateEndpointSecret, setEndpoint } from './actions.js';
import { BotEndpointInput, SetEndpointInput } from './schemas.js';

const ENDPOINT = '/api/bots/{botID}/endpoint';

export const endpointProcedures = {
  endpoint: personProcedure
    .meta(
      rest('GET', ENDPOINT, {
        tag: 'interactions',
        summary: 'Get the endpoint of one of your bots',
        description:
          'Where it is called with interactions, and how its last calls went. Its `url` is null where it has none.',
        errors: ['PEOPLE_ONLY', 'BOT_NOT_FOUND'],
      }),
    )
    .input(BotEndpointInput)
    .output(BotEndpoint)
    .query(({ ctx, input }) => getEndpoint(ctx, input.botId)),

  setEndpoint: personProcedure
    .meta(
      rest('PUT', ENDPOINT, {
        tag: 'interactions',
        summary: 'Let one of your bots be called with interactions',
        keys: false,
        description:
          'What the bot is asked from then on is sent to the URL, signed. The first URL makes a secret, which is shown only here; ' +
          'another URL keeps it.',
        errors: ['PEOPLE_ONLY', 'BOT_NOT_FOUND'],
      }),
    )
    .input(SetEndpointInput)
    .output(BotEndpointWithSecret)
    .mutation(({ ctx, input }) => setEndpoint(ctx, input)),

  removeEndpoint: personProcedure
    .meta(
      rest('DELETE', ENDPOINT, {
        tag: 'interactions',
        summary: 'Remove the endpoint of one of your bots',
        description: 'The bot is called no more. It hears of interactions in its stream alone.',
        errors: ['PEOPLE_ONLY', 'BOT_NOT_FOUND'],
      }),
    )
    .input(BotEndpointInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await removeEndpoint(ctx, input.botId);
      return DONE;
    }),

  rotateEndpointSecret: personProcedure
    .meta(
      rest('POST', `${ENDPOINT}/secret`, {
        tag: 'interactions',
        summary: 'Give the endpoint of one of your bots another secret',
        keys: false,
        description: 'The secret before signs as well for 24 hours. The new one is shown only here.',
        errors: ['PEOPLE_ONLY', 'BOT_NOT_FOUND', 'BOT_ENDPOINT_NOT_FOUND'],
      }),
    )
    .input(BotEndpointInput)
    .output(BotEndpointWithSecret)
    .mutation(({ ctx, input }) => rotateEndpointSecret(ctx, input.botId)),
};
