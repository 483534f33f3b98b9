import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { clearable, optional, optionalOr } from '../kernel/schema/optional.js';
import { Cursor, Page } from '../kernel/schema/pagination.js';
import { readableText, text } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import { OutgoingWebhook, WEBHOOK_EVENTS } from '../protocol/records/outgoing-webhook.js';

const URL_MAX = 2_000;
/** More channels than these are better all of them. */
const CHANNELS_MAX = 100;

/** What else a URL must be is a setting of the service in part, and is checked in actions.ts. */
const Url = text(1, URL_MAX).meta({
  description:
    'Where the events are sent to: `https:`, without a user name, a password and a fragment, at port 80, 443 or one from 1024.',
  example: 'https://example.com/hooks',
});

const Description = readableText(0, 200).meta({ description: 'What it is for: up to 200 characters.' });

const EventTypes = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, 'must name an event')
  .max(WEBHOOK_EVENTS.length, `must have at most ${WEBHOOK_EVENTS.length} items`)
  .transform((types) => [...new Set(types)])
  .meta({ description: 'The events that it gets.', example: ['message.created'] });

const ChannelIds = z
  .array(idInput('a channel of the server that you may read'))
  .min(1, 'must name a channel; leave it out for all public ones')
  .max(CHANNELS_MAX, `must have at most ${CHANNELS_MAX} items`)
  .transform((ids) => [...new Set(ids)])
  .meta({
    description:
      'The channels whose events it gets, private ones as well where you are in them. Without it: all public channels.',
  });

const ofServer = { serverId: idInput('the server') };

export const ListOutgoingWebhooksInput = z.object(ofServer);

export const CreateOutgoingWebhookInput = writing(OutgoingWebhook, {
  ...ofServer,
  url: Url,
  description: optionalOr(Description, ''),
  eventTypes: EventTypes,
  channelIds: optional(ChannelIds),
  enabled: optionalOr(z.boolean(), true).meta({ description: 'Whether events are sent at once.' }),
});
export type CreateOutgoingWebhookInput = z.output<typeof CreateOutgoingWebhookInput>;

export const OutgoingWebhookInput = z.object({
  ...ofServer,
  outgoingWebhookId: idInput('the outgoing webhook'),
});
export type OutgoingWebhookInput = z.output<typeof OutgoingWebhookInput>;

export const UpdateOutgoingWebhookInput = writing(OutgoingWebhook, {
  ...OutgoingWebhookInput.shape,
  url: optional(Url),
  description: optional(Description),
  eventTypes: optional(EventTypes),
  channelIds: clearable(ChannelIds).meta({ description: 'Null for all public channels.' }),
  enabled: optional(z.boolean()).meta({
    description:
      'True lets what waits be sent, and what comes. What comes while it is disabled is not sent later.',
  }),
});
export type UpdateOutgoingWebhookInput = z.output<typeof UpdateOutgoingWebhookInput>;

export const ListDeliveriesInput = OutgoingWebhookInput.extend({
  ...Page.shape,
  failed: optionalOr(z.boolean(), false).meta({
    description: 'Whether only those are listed that were given up.',
  }),
});
export type ListDeliveriesInput = z.output<typeof ListDeliveriesInput>;

export const DeliveryInput = OutgoingWebhookInput.extend({ deliveryId: idInput('the delivery') });
export type DeliveryInput = z.output<typeof DeliveryInput>;

export const ReplayInput = OutgoingWebhookInput.extend({
  after: optional(Cursor).meta({
    description: 'A delivery: those after it are sent again. Without it: from the oldest one that is kept.',
  }),
  failed: optionalOr(z.boolean(), true).meta({
    description:
      'Whether only those are sent again that were given up; false for those as well that were delivered.',
  }),
});
export type ReplayInput = z.output<typeof ReplayInput>;
