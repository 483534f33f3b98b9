import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, instant, sealed } from './columns.js';
import { servers } from './servers.js';
import { users } from './users.js';

/** Who hears of the events of a server by HTTP (docs/webhooks.md, Outgoing). */
export const outgoingWebhooks = pgTable(
  'outgoing_webhooks',
  {
    id: id('id').primaryKey(),
    serverId: id('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    /** With whose rights the events are read: who changed it last. */
    userId: id('user_id')
      .notNull()
      .references(() => users.id),
    url: text('url').notNull(),
    /** Of the URL, for the bound of the calls to one host. */
    host: text('host').notNull(),
    description: text('description').notNull(),
    eventTypes: text('event_types').array().notNull(),
    /** Null for all public channels that the user may read. */
    channelIds: jsonb('channel_ids').$type<readonly string[]>(),
    enabled: boolean('enabled').notNull(),
    /** Since when it is enabled, or was: earlier events are not queued, and what waited before has its 72 hours from then. */
    enabledAt: instant('enabled_at').notNull(),
    /** Why the service has disabled it; null where a person did, or nobody. */
    disabledReason: text('disabled_reason').$type<
      'gone' | 'failing' | 'backlog' | 'unauthorized' | 'exposed'
    >(),
    secret: sealed('secret').notNull(),
    /** The person who was shown the secret; null in rows of an older release: who changed the webhook last. */
    secretShownTo: id('secret_shown_to').references(() => users.id),
    /** The secret before, which signs as well until `previous_until`. */
    previousSecret: sealed('previous_secret'),
    previousUntil: instant('previous_until'),
    /** Since when no call has succeeded; null after a success. */
    failingSince: instant('failing_since'),
    /** The receiver has asked not to be called before. */
    pausedUntil: instant('paused_until'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** A deleted one is disabled, has no URL and no secret, and goes with its deliveries in the next clean-up. */
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('outgoing_webhooks_server_idx').on(t.serverId, t.id),
    index('outgoing_webhooks_user_idx').on(t.userId),
    check('outgoing_webhooks_url_length', sql`char_length(${t.url}) <= 2000`),
    check('outgoing_webhooks_description_length', sql`char_length(${t.description}) <= 200`),
    check('outgoing_webhooks_deleted', sql`${t.deletedAt} is null or not ${t.enabled}`),
    check('outgoing_webhooks_reason', sql`${t.disabledReason} is null or not ${t.enabled}`),
    check('outgoing_webhooks_previous', sql`(${t.previousSecret} is null) = (${t.previousUntil} is null)`),
  ],
);

/**
 * The streams of which deliveries of a webhook wait: the deliveries of one are made one after the other. A node that works
 * on one has a `lease`, and moves `next_try_at` ahead of what a call can take, so that another node goes on when it dies.
 */
export const outgoingWebhookLanes = pgTable(
  'outgoing_webhook_lanes',
  {
    webhookId: id('webhook_id')
      .notNull()
      .references(() => outgoingWebhooks.id, { onDelete: 'cascade' }),
    /** A channel or the server; the webhook itself for its pings. */
    streamId: id('stream_id').notNull(),
    /** `infinity` where the webhook is disabled. */
    nextTryAt: instant('next_try_at').notNull(),
    lease: id('lease'),
  },
  (t) => [
    primaryKey({ columns: [t.webhookId, t.streamId] }),
    index('outgoing_webhook_lanes_next_idx').on(t.nextTryAt),
  ],
);

export const deliveryState = pgEnum('delivery_state', ['waiting', 'delivered', 'failed', 'dropped']);

/**
 * What was sent to a webhook, or is to be sent. It has no content: the body is made of the log when it is sent. A ping has
 * no `seq`.
 */
export const outgoingWebhookDeliveries = pgTable(
  'outgoing_webhook_deliveries',
  {
    id: id('id').primaryKey(),
    webhookId: id('webhook_id')
      .notNull()
      .references(() => outgoingWebhooks.id, { onDelete: 'cascade' }),
    streamId: id('stream_id').notNull(),
    seq: bigint('seq', { mode: 'number' }),
    eventType: text('event_type').notNull(),
    /** The channel that the event is about; null for one about the server. */
    channelId: id('channel_id'),
    state: deliveryState('state').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** Of the last answer; null without one. */
    status: integer('status'),
    /** Why the last attempt failed, or why it was dropped. */
    error: text('error').$type<'status' | 'timeout' | 'connection' | 'address' | 'hidden' | 'expired'>(),
    durationMs: integer('duration_ms'),
    createdAt: instant('created_at').notNull(),
    /** When it was queued, or queued again. */
    queuedAt: instant('queued_at').notNull(),
    triedAt: instant('tried_at'),
  },
  (t) => [
    uniqueIndex('outgoing_webhook_deliveries_event_key').on(t.webhookId, t.streamId, t.seq),
    index('outgoing_webhook_deliveries_list_idx').on(t.webhookId, t.id),
    index('outgoing_webhook_deliveries_failed_idx').on(t.webhookId, t.id).where(sql`${t.state} = 'failed'`),
    index('outgoing_webhook_deliveries_waiting_idx')
      .on(t.webhookId, t.streamId, t.seq, t.id)
      .where(sql`${t.state} = 'waiting'`),
    index('outgoing_webhook_deliveries_created_brin').using('brin', t.createdAt),
  ],
);
