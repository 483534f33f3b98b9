import { idInput, type Meta, rest } from '@palaver/core';
import { z } from 'zod';
import type { ZodOpenApiRequestBodyObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import type { CreateContext } from '../files/signed-in.js';
import type { ExtraOperation } from '../rest/operation.js';
import { deletePosted, describeWebhook, editPosted } from './answer-discord.js';
import { answerWebhook, type WebhookParts } from './answer-webhook.js';
import { DIALECTS, type Dialect } from './dialect.js';
import type { WebhookLimit } from './webhook-limits.js';

const PATH = z.object({
  webhookID: idInput('the incoming webhook'),
  secret: z.string().meta({ description: 'The secret of its URL.', example: 'plvw_secret' }),
});
const WAIT = z.object({
  wait: z.string().optional().meta({
    description: '`true`: the answer to a payload of Discord is the message.',
    example: 'true',
  }),
});
const ANY_OBJECT = { type: 'object', additionalProperties: true } as const;

const requestBody: ZodOpenApiRequestBodyObject = {
  required: true,
  description: 'What the program posts, up to 1 MiB and the files of Discord (docs/incoming-webhooks.md).',
  content: {
    'application/json': { schema: ANY_OBJECT, example: { text: 'The build is *green*.' } },
    // The JSON, in a field `payload`.
    'application/x-www-form-urlencoded': { schema: ANY_OBJECT },
    // Of Discord: the JSON in a field `payload_json`, and up to 10 files.
    'multipart/form-data': { schema: ANY_OBJECT },
  },
};

const DiscordMessage = z
  .looseObject({ id: z.string().meta({ description: 'The id of the message.' }) })
  .meta({ id: 'DiscordMessage', description: 'A message in the form of Discord.' });

const DiscordWebhook = z
  .looseObject({
    id: z.string().meta({ description: 'The id of the webhook.' }),
    name: z.string().meta({ description: 'Its name.' }),
    channel_id: z.string().meta({ description: 'Where it posts to.' }),
    guild_id: z.string().meta({ description: 'The server of the channel.' }),
    token: z.string().meta({ description: 'The secret of its URL.' }),
  })
  .meta({ id: 'DiscordWebhook', description: 'An incoming webhook in the form of Discord.' });

const HookRefusal = z
  .looseObject({
    error: z.string().optional().meta({ description: 'A sentence, in the words of the service.' }),
    message: z.string().optional().meta({ description: 'A sentence, in the words of Discord.' }),
    code: z
      .union([z.string(), z.number()])
      .optional()
      .meta({ description: 'A code of the service, or a number of Discord.' }),
    retry_after: z.number().optional().meta({ description: 'Seconds to wait, in the words of Discord.' }),
    global: z.boolean().optional().meta({ description: 'Of Discord; always false.' }),
  })
  .meta({ id: 'HookRefusal', description: 'Why a webhook has not posted.' });

/** An error in the words of the program that has asked. */
const refusal = (description: string) =>
  ({
    description,
    content: {
      'text/plain': { schema: { type: 'string' } },
      'application/json': { schema: HookRefusal },
    },
  }) as const;

/** Of the webhook, which says for how long, or of the address, for a second. */
const limited = {
  ...refusal('Too many messages of the webhook, or requests of the address.'),
  headers: {
    'Retry-After': {
      required: true,
      description: 'Seconds to wait.',
      schema: { type: 'integer', minimum: 1 },
    },
  },
} as const;

const responses: ZodOpenApiResponsesObject = {
  200: {
    description:
      'Posted. To Slack and GitHub `ok`; to Discord, with `wait` or files, the message as Discord has it.',
    content: {
      'text/plain': { schema: { type: 'string', const: 'ok' } },
      'application/json': { schema: DiscordMessage },
    },
  },
  204: {
    description: 'Posted, for Discord without `wait` and files; or an event of GitHub that makes no message.',
  },
  400: refusal('The payload cannot be read, or shows nothing.'),
  403: refusal('The channel or the rules of the service do not allow it, or the signature is wrong.'),
  404: refusal('There is no such webhook, or this is not its secret.'),
  409: refusal('The idempotency key was used for another payload.'),
  410: refusal('The channel is archived; to Slack.'),
  413: refusal('The payload is larger than 1 MiB.'),
  415: refusal('The body is compressed.'),
  429: limited,
};

const OPERATIONS: ReadonlyArray<{
  readonly name: string;
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly dialect: Dialect | null;
}> = [
  {
    name: 'incomingWebhooks.post',
    path: '/api/hooks/{webhookID}/{secret}',
    summary: 'Post a message by an incoming webhook: a payload of Slack, Discord or GitHub',
    dialect: null,
  },
  {
    name: 'incomingWebhooks.postAsDiscord',
    path: '/api/webhooks/{webhookID}/{secret}',
    summary: 'The same, where Discord has it: a payload of Discord',
    dialect: DIALECTS.discord,
  },
  {
    name: 'incomingWebhooks.postAsSlack',
    path: '/api/webhooks/{webhookID}/{secret}/slack',
    summary: 'The same, where Discord has it: a payload of Slack',
    dialect: DIALECTS.slack,
  },
  {
    name: 'incomingWebhooks.postAsGithub',
    path: '/api/webhooks/{webhookID}/{secret}/github',
    summary: 'The same, where Discord has it: an event of GitHub',
    dialect: DIALECTS.github,
  },
];

/** A sender is the webhook, whose keys are its own. */
function withKeys(meta: Meta): Meta {
  return meta.rest ? { ...meta, rest: { ...meta.rest, idempotent: true } } : meta;
}

/** What programs post by. The secret of the path is all that they need. */
export function webhookOperations(createContext: CreateContext, limit: WebhookLimit): ExtraOperation[] {
  const parts = { createContext, limit };
  const posts = OPERATIONS.map(({ name, path, summary, dialect }) => ({
    name,
    meta: withKeys(rest('POST', path, { tag: 'channels', summary, signedIn: false })),
    handler: answerWebhook(parts, dialect),
    docs: { path: PATH, query: WAIT, requestBody, responses },
  }));
  return [...posts, ...ofDiscord(parts)];
}

const REFUSALS = {
  404: refusal('There is no such webhook or message, or this is not its secret.'),
  429: limited,
};
const MESSAGE_PATH = PATH.extend({ messageID: idInput('a message of the webhook') });

/** What else programs ask of a webhook of Discord. */
function ofDiscord(parts: WebhookParts): ExtraOperation[] {
  const address = '/api/webhooks/{webhookID}/{secret}';
  const message = `${address}/messages/{messageID}` as const;
  const json = (description: string, schema: z.ZodType) => ({
    description,
    content: { 'application/json': { schema } },
  });
  return [
    {
      name: 'incomingWebhooks.getAsDiscord',
      meta: rest('GET', address, {
        tag: 'channels',
        summary: 'Get an incoming webhook, as Discord has it',
        signedIn: false,
      }),
      handler: describeWebhook(parts),
      docs: { path: PATH, responses: { 200: json('The webhook.', DiscordWebhook), ...REFUSALS } },
    },
    {
      name: 'incomingWebhooks.editAsDiscord',
      meta: withKeys(
        rest('PATCH', message, {
          tag: 'channels',
          summary: 'Give a message of an incoming webhook another text or other files: a payload of Discord',
          signedIn: false,
        }),
      ),
      handler: editPosted(parts),
      docs: {
        path: MESSAGE_PATH,
        requestBody: {
          required: true,
          description:
            'The text and the embeds, which replace those before, and the `attachments` that stay. Files of a form are added.',
          content: {
            'application/json': { schema: ANY_OBJECT, example: { content: 'The build is green.' } },
            // The JSON in a field `payload_json`, and up to 10 files.
            'multipart/form-data': { schema: ANY_OBJECT },
          },
        },
        responses: {
          200: json('The message.', DiscordMessage),
          400: refusal(
            'The payload cannot be read, or shows nothing, or names files that the message has not.',
          ),
          403: refusal('The channel or the rules of the service do not allow it.'),
          409: refusal('The idempotency key was used for another payload.'),
          413: refusal('The payload is larger than 1 MiB, or a file is too large.'),
          415: refusal('The body is compressed.'),
          ...REFUSALS,
        },
      },
    },
    {
      name: 'incomingWebhooks.deleteAsDiscord',
      meta: rest('DELETE', message, {
        tag: 'channels',
        summary: 'Delete a message of an incoming webhook',
        signedIn: false,
      }),
      handler: deletePosted(parts),
      docs: { path: MESSAGE_PATH, responses: { 204: { description: 'Deleted.' }, ...REFUSALS } },
    },
  ];
}
