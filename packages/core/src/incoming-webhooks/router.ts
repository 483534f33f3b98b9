import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { personProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { IncomingWebhook, IncomingWebhookSecret } from '../protocol/records/incoming-webhook.js';
import { createWebhook, deleteWebhook, listWebhooks, rotateWebhook, updateWebhook } from './actions.js';
import {
  CreateIncomingWebhookInput,
  IncomingWebhookInput,
  ListIncomingWebhooksInput,
  UpdateIncomingWebhookInput,
} from './schemas.js';

const OF_CHANNEL = '/api/channels/{channelID}/webhooks';
const WEBHOOK = '/api/webhooks/{webhookID}';
const IN_CHANNEL = ['PEOPLE_ONLY', 'CHANNEL_NOT_FOUND', 'NOT_IN_A_DM', 'ADMIN_REQUIRED'] as const;
const ONE = ['PEOPLE_ONLY', 'INCOMING_WEBHOOK_NOT_FOUND', 'ADMIN_REQUIRED'] as const;
const RETRY =
  'The URL is shown only once. With an idempotency key, a retry from the same session gets it again.';

export const incomingWebhooksRouter = router({
  create: personProcedure
    .meta(
      rest('POST', OF_CHANNEL, {
        tag: 'channels',
        summary: 'Make an incoming webhook of a channel',
        description: `Programs post to its URL what they would post to Slack, Discord or from GitHub. ${RETRY}`,
        status: 201,
        keys: false,
        errors: [...IN_CHANNEL, 'TOO_MANY_INCOMING_WEBHOOKS'],
      }),
    )
    .input(CreateIncomingWebhookInput)
    .output(IncomingWebhookSecret)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),

  list: personProcedure
    .meta(
      rest('GET', OF_CHANNEL, {
        tag: 'channels',
        summary: 'List the incoming webhooks of a channel, newest first',
        errors: IN_CHANNEL,
      }),
    )
    .input(ListIncomingWebhooksInput)
    .output(z.array(IncomingWebhook))
    .query(({ ctx, input }) => listWebhooks(ctx, input.channelId)),

  update: personProcedure
    .meta(
      rest('PATCH', WEBHOOK, {
        tag: 'channels',
        summary: 'Change an incoming webhook',
        description: 'Messages keep the name that they were posted under.',
        keys: false,
        errors: ONE,
      }),
    )
    .input(UpdateIncomingWebhookInput)
    .output(IncomingWebhook)
    .mutation(({ ctx, input }) => updateWebhook(ctx, input)),

  delete: personProcedure
    .meta(
      rest('DELETE', WEBHOOK, {
        tag: 'channels',
        summary: 'Delete an incoming webhook',
        description: 'Its URL ends at once. Its messages stay.',
        errors: ONE,
      }),
    )
    .input(IncomingWebhookInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteWebhook(ctx, input);
      return DONE;
    }),

  rotate: personProcedure
    .meta(
      rest('POST', '/api/webhooks/{webhookID}/rotate', {
        tag: 'channels',
        summary: 'Give an incoming webhook a new URL',
        description: `The old one ends at once. ${RETRY}`,
        keys: false,
        errors: ONE,
      }),
    )
    .input(IncomingWebhookInput)
    .output(IncomingWebhookSecret)
    .mutation(({ ctx, input }) => rotateWebhook(ctx, input)),
});
