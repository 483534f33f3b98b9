import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import {
  OutgoingWebhook,
  OutgoingWebhookWithSecret,
  ReplayedDeliveries,
  WebhookDelivery,
} from '../protocol/records/outgoing-webhook.js';
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './actions.js';
import { getWebhook, listDeliveries, listWebhooks } from './reads.js';
import { pingWebhook, replayDeliveries, replayDelivery } from './replay.js';
import {
  CreateOutgoingWebhookInput,
  DeliveryInput,
  ListDeliveriesInput,
  ListOutgoingWebhooksInput,
  OutgoingWebhookInput,
  ReplayInput,
  UpdateOutgoingWebhookInput,
} from './schemas.js';

const WEBHOOKS = '/api/servers/{serverID}/webhooks/outgoing';
const WEBHOOK = '/api/servers/{serverID}/webhooks/outgoing/{outgoingWebhookID}';
const MANAGED = ['SERVER_NOT_FOUND', 'ADMIN_REQUIRED', 'OUTGOING_WEBHOOK_NOT_FOUND'] as const;
const QUEUED = [...MANAGED, 'OUTGOING_WEBHOOK_DISABLED', 'TOO_MANY_WAITING_DELIVERIES'] as const;

export const outgoingWebhooksRouter = router({
  create: actorProcedure
    .meta(
      rest('POST', WEBHOOKS, {
        tag: 'webhooks',
        summary: 'Make an outgoing webhook',
        description: 'The events of a server are sent to its URL. The secret is shown only here.',
        status: 201,
        errors: ['SERVER_NOT_FOUND', 'ADMIN_REQUIRED', 'CHANNEL_NOT_FOUND', 'TOO_MANY_OUTGOING_WEBHOOKS'],
      }),
    )
    .input(CreateOutgoingWebhookInput)
    .output(OutgoingWebhookWithSecret)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),

  list: actorProcedure
    .meta(
      rest('GET', WEBHOOKS, {
        tag: 'webhooks',
        summary: 'List all outgoing webhooks of a server, newest first',
        errors: ['SERVER_NOT_FOUND', 'ADMIN_REQUIRED'],
      }),
    )
    .input(ListOutgoingWebhooksInput)
    .output(z.array(OutgoingWebhook))
    .query(({ ctx, input }) => listWebhooks(ctx, input.serverId)),

  get: actorProcedure
    .meta(rest('GET', WEBHOOK, { tag: 'webhooks', summary: 'Get an outgoing webhook', errors: [...MANAGED] }))
    .input(OutgoingWebhookInput)
    .output(OutgoingWebhook)
    .query(({ ctx, input }) => getWebhook(ctx, input)),

  update: actorProcedure
    .meta(
      rest('PATCH', WEBHOOK, {
        tag: 'webhooks',
        summary: 'Change, enable or disable an outgoing webhook',
        description:
          'From then on your rights decide what is sent, so you must be able to read all of its channels.',
        errors: [...MANAGED, 'CHANNEL_NOT_FOUND'],
      }),
    )
    .input(UpdateOutgoingWebhookInput)
    .output(OutgoingWebhook)
    .mutation(({ ctx, input }) => updateWebhook(ctx, input)),

  delete: actorProcedure
    .meta(
      rest('DELETE', WEBHOOK, {
        tag: 'webhooks',
        summary: 'Delete an outgoing webhook',
        description: 'Its deliveries go with it, those that wait as well.',
        errors: [...MANAGED],
      }),
    )
    .input(OutgoingWebhookInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteWebhook(ctx, input);
      return DONE;
    }),

  rotateSecret: actorProcedure
    .meta(
      rest('POST', `${WEBHOOK}/secret`, {
        tag: 'webhooks',
        summary: 'Give an outgoing webhook another secret',
        description: 'The secret before signs as well for 24 hours. The new one is shown only here.',
        errors: [...MANAGED],
      }),
    )
    .input(OutgoingWebhookInput)
    .output(OutgoingWebhookWithSecret)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input)),

  ping: actorProcedure
    .meta(
      rest('POST', `${WEBHOOK}/ping`, {
        tag: 'webhooks',
        summary: 'Send a test event',
        description: 'Its type is `webhook.ping`. What became of it stands in the list of deliveries.',
        status: 201,
        errors: [...QUEUED],
      }),
    )
    .input(OutgoingWebhookInput)
    .output(WebhookDelivery)
    .mutation(({ ctx, input }) => pingWebhook(ctx, input)),

  deliveries: actorProcedure
    .meta(
      rest('GET', `${WEBHOOK}/deliveries`, {
        tag: 'webhooks',
        summary: 'List the deliveries of an outgoing webhook, newest first',
        description: 'They are kept for 7 days, and at most the newest 100,000. They have no content.',
        errors: [...MANAGED],
      }),
    )
    .input(ListDeliveriesInput)
    .output(z.array(WebhookDelivery))
    .query(({ ctx, input }) => listDeliveries(ctx, input)),

  replayDelivery: actorProcedure
    .meta(
      rest('POST', `${WEBHOOK}/deliveries/{deliveryID}/replay`, {
        tag: 'webhooks',
        summary: 'Send a delivery again',
        description: 'It has the same `webhook-id`, and the event as it is in the log now.',
        errors: [...QUEUED, 'DELIVERY_NOT_FOUND'],
      }),
    )
    .input(DeliveryInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await replayDelivery(ctx, input);
      return DONE;
    }),

  replay: actorProcedure
    .meta(
      rest('POST', `${WEBHOOK}/replay`, {
        tag: 'webhooks',
        summary: 'Send the deliveries after one again',
        description:
          'At most 1,000 in one call, the oldest first: call it again with `last` as `after` until none is left.',
        errors: [...QUEUED],
      }),
    )
    .input(ReplayInput)
    .output(ReplayedDeliveries)
    .mutation(({ ctx, input }) => replayDeliveries(ctx, input)),
});
