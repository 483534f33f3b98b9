import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

export const BotEndpointError = z
  .enum(['status', 'timeout', 'connection', 'address', 'answer', 'refused'])
  .meta({
    id: 'BotEndpointError',
    description:
      'Why a call of an endpoint failed: a status other than 2xx; no whole answer within 10 seconds; no connection; an address that ' +
      'is not called; a body that is no answer or is too long; an answer that the bot may not give there.',
  });
export type BotEndpointError = z.output<typeof BotEndpointError>;

/** docs/bots.md, By webhook. */
export const BotEndpoint = z
  .object({
    botId: Id,
    url: z.string().nullable().meta({
      description: 'Where the bot is called with what it is asked; null where it is not.',
      example: 'https://bot.example.com/interactions',
    }),
    failingSince: Instant.nullable().meta({
      description: 'Since when no call has been taken; null where the last one was.',
    }),
    failedAt: Instant.nullable().meta({
      description: 'When a call failed last, or its answer was of no use; null for never.',
    }),
    status: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of that call; null without an answer.' }),
    error: BotEndpointError.nullable().meta({ description: 'Why that call failed; null for none.' }),
    updatedAt: Instant.nullable().meta({
      description: 'When the URL or the secret was set; null without an endpoint.',
    }),
  })
  .meta({ id: 'BotEndpoint', description: 'Where a bot is called with interactions, without its secret.' });
export type BotEndpoint = z.output<typeof BotEndpoint>;

export const BotEndpointWithSecret = z
  .object({
    endpoint: BotEndpoint,
    secret: z.string().nullable().meta({
      description:
        'The key of the signatures, by Standard Webhooks. It is shown only here; null where the endpoint keeps the one it has.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    }),
  })
  .meta({ id: 'BotEndpointWithSecret', description: 'The endpoint of a bot, and its new secret.' });
export type BotEndpointWithSecret = z.output<typeof BotEndpointWithSecret>;
