import type { Transaction } from '@palaver/db';
import type { Consumer, StreamBatch } from '../log/consumers/consumer.js';
import type { Emit } from '../log/transact.js';
import { Backlog } from './backlog.js';
import { type DisableServices, disableWebhook } from './disable.js';
import { channelOf, webhookEventOf } from './events.js';
import {
  findHeard,
  findSubscribers,
  insertDeliveries,
  type NewDelivery,
  type Subscriber,
} from './subscribers.js';

/**
 * Queues the events of channels and servers for the webhooks that want them, one row for each event and webhook. `onQueued`
 * is called after the commit of some.
 */
export function webhookQueue(services: DisableServices, onQueued: () => void): Consumer {
  const backlog = new Backlog();
  let hasQueued = false;
  return {
    name: 'outgoing-webhooks',
    kinds: ['channel', 'server'],
    // Posts come first: what waits in the log costs nothing, and comes in the order of the log all the same.
    share: 0.2,
    everyMs: 500,
    hears: findHeard,
    consume: async (tx, emit, batches) => {
      hasQueued = await queue(services, backlog, { tx, emit }, batches);
      return batches.map(() => null);
    },
    committed: () => {
      if (hasQueued) onQueued();
      hasQueued = false;
    },
  };
}

async function queue(
  services: DisableServices,
  backlog: Backlog,
  { tx, emit }: { readonly tx: Transaction; readonly emit: Emit },
  batches: readonly StreamBatch[],
): Promise<boolean> {
  const subscribers = await findSubscribers(
    tx,
    batches.map(({ stream }) => stream),
  );
  if (subscribers.length === 0) return false;
  const wanted = batches.flatMap((batch) =>
    deliveriesOf(
      batch,
      subscribers.filter(({ streamId }) => streamId === batch.stream.id),
    ),
  );
  const full = await backlog.add(tx, wanted);
  for (const webhookId of full) await disableWebhook(services, { tx, emit }, webhookId, 'backlog');
  const queued = wanted.filter(({ webhookId }) => !full.has(webhookId));
  await insertDeliveries(tx, queued, services.clock.now());
  return queued.length > 0;
}

function deliveriesOf({ stream, events }: StreamBatch, subscribers: readonly Subscriber[]): NewDelivery[] {
  const hearing = subscribers.filter((subscriber) => hears(subscriber, stream.kind));
  if (hearing.length === 0) return [];
  return events.flatMap(({ seq, frame, createdAt }) => {
    const eventType = webhookEventOf(stream, frame);
    if (eventType === null) return [];
    const takers = hearing.filter(
      ({ eventTypes, enabledAt }) => eventTypes.includes(eventType) && createdAt >= enabledAt,
    );
    if (takers.length === 0) return [];
    const channelId = channelOf(stream, eventType, frame);
    return takers
      .filter(({ channelIds }) => channelId === null || channelIds === null || channelIds.includes(channelId))
      .map(({ webhookId }) => ({ webhookId, streamId: stream.id, seq, eventType, channelId }));
  });
}

/** A webhook that names no channels hears of public ones alone. */
function hears({ streamId, channelIds, isPrivate }: Subscriber, kind: string): boolean {
  if (kind !== 'channel') return true;
  return channelIds === null ? !isPrivate : channelIds.includes(streamId);
}
