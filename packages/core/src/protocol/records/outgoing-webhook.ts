import { z } from 'zod';
import type { EventFacts } from '../events/row.js';
import { EVENTS, type EventTypeWhere, factsOf } from '../events/table.js';
import { Id, Instant } from '../primitives.js';
import { WebhookDisabledReason } from './webhook-disabled-reason.js';

/** An event that leaves the service by HTTP. None is of a direct message or of anybody's own stream. */
export type WebhookEvent = EventTypeWhere<{ readonly webhooks: NonNullable<EventFacts['webhooks']> }>;

export function isWebhookEvent(type: string): type is WebhookEvent {
  return factsOf(type)?.webhooks !== undefined;
}

export const WEBHOOK_EVENTS = EVENTS.map(({ type }) => type).filter(isWebhookEvent);

/** What a receiver gets where somebody tries a webhook out. */
export const PING = 'webhook.ping';

/** docs/webhooks.md, Outgoing. */
export const OutgoingWebhook = z
  .object({
    id: Id,
    serverId: Id,
    userId: Id.meta({
      description:
        'With whose rights the events are read: whoever made it, or has changed it since. What they may not read is not sent.',
    }),
    url: z
      .string()
      .meta({ description: 'Where the events are sent to.', example: 'https://example.com/hooks' }),
    description: z.string().meta({ description: 'What it is for.' }),
    eventTypes: z
      .array(z.enum(WEBHOOK_EVENTS))
      .meta({ description: 'The events that it gets.', example: ['message.created'] }),
    channelIds: z
      .array(Id)
      .nullable()
      .meta({
        description:
          'The channels whose events it gets, those that you may see; null for all public channels. Events that are about no ' +
          'channel come in any case.',
      }),
    enabled: z.boolean().meta({ description: 'Whether events are sent.' }),
    disabledReason: WebhookDisabledReason.nullable().meta({
      description: 'Why the service has disabled it; null where it has not.',
    }),
    failingSince: Instant.nullable().meta({
      description: 'Since when no delivery has succeeded; null where the last one did.',
    }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({
    id: 'OutgoingWebhook',
    description: 'Where the events of a server are sent to, without its secret.',
  });
export type OutgoingWebhook = z.output<typeof OutgoingWebhook>;

export const OutgoingWebhookWithSecret = z
  .object({
    webhook: OutgoingWebhook,
    secret: z.string().meta({
      description: 'The key of the signatures, by Standard Webhooks. It is shown only here.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    }),
  })
  .meta({ id: 'OutgoingWebhookWithSecret', description: 'An outgoing webhook, and its new secret.' });
export type OutgoingWebhookWithSecret = z.output<typeof OutgoingWebhookWithSecret>;

export const WebhookDeliveryState = z.enum(['waiting', 'delivered', 'failed', 'dropped']).meta({
  id: 'WebhookDeliveryState',
  description:
    'It waits for its first or next attempt; the receiver has taken it; it was given up; or it is not sent, because the event ' +
    'may not be read any more or is no longer in the log.',
});

export type WebhookDeliveryState = z.output<typeof WebhookDeliveryState>;

export const WebhookDeliveryError = z
  .enum(['status', 'timeout', 'connection', 'address', 'hidden', 'expired'])
  .meta({
    id: 'WebhookDeliveryError',
    description:
      'Why a delivery failed or was dropped: an answer other than 2xx; no answer within 10 seconds; no connection; an address ' +
      'that is not called; a channel that may not be read any more; an event that is no longer in the log.',
  });
export type WebhookDeliveryError = z.output<typeof WebhookDeliveryError>;

export const WebhookDelivery = z
  .object({
    id: Id.meta({ description: 'The header `webhook-id` of each attempt.' }),
    eventType: z
      .string()
      .meta({ description: 'The type of the event, or `webhook.ping`.', example: 'message.created' }),
    channelId: Id.nullable().meta({
      description: 'The channel that the event is about; null for none, and for one that you may not see.',
    }),
    state: WebhookDeliveryState,
    attempts: z.number().int().meta({ description: 'How often it was tried.' }),
    status: z.number().int().nullable().meta({
      description: 'The HTTP status of the last answer; null where there was none.',
    }),
    error: WebhookDeliveryError.nullable().meta({
      description: 'Why the last attempt failed, or why it is not sent; null where it did not fail.',
    }),
    durationMs: z.number().int().nullable().meta({
      description: 'How long the last attempt took, in milliseconds; null before the first one.',
    }),
    createdAt: Instant,
    triedAt: Instant.nullable().meta({ description: 'When it was tried last.' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event that was sent to a webhook, or is to be sent.' });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const ReplayedDeliveries = z
  .object({
    replayed: z.number().int().meta({ description: 'How many deliveries wait again.' }),
    last: Id.nullable().meta({
      description: 'The newest of them: give it as `after` to go on; null where there was none.',
    }),
  })
  .meta({ id: 'ReplayedDeliveries', description: 'What a replay has queued.' });
export type ReplayedDeliveries = z.output<typeof ReplayedDeliveries>;
