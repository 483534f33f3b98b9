import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '../common/job.js';
import { outcomeOf } from '../common/outcome.js';
import { publishAtRate } from '../common/publish-at-rate.js';
import { requestSender } from '../http/request-sender.js';
import { type FanOutJob, messagesFor, type Publishing, type SubscriberGroup } from './fan-out-job.js';
import { openSubscribers, type Subscribers } from './subscribers.js';

/** How long the last message may take to reach every socket, from its response. */
const LAST_DELIVERY_WITHIN_MS = 30_000;

/** The subscribers of the previous job. They stay connected until a job needs others: connecting is not measured. */
let connected: { readonly key: string; readonly subscribers: Subscribers } | null = null;

/** Does the job. Rejects when a message was refused, or was not delivered once and in order to every socket. */
export async function runFanOutJob(job: FanOutJob): Promise<Outcome> {
  const subscribers = await subscribersFor(job.subscribers);
  const messages = messagesFor(job.amount, job.subscribers.sockets);
  const publishedAt = new Float64Array(messages);
  const deliveredAt = new Float64Array(messages);
  let lastDeliveredAt = 0;
  const { publish, onFirstDelivery } = publisher(subscribers, job.publishing);
  const allDelivered = new Promise<void>((resolve) => {
    subscribers.deliveries.reset({
      onFirst: onFirstDelivery,
      onAll: (n) => {
        lastDeliveredAt = performance.now();
        deliveredAt[n - 1] = lastDeliveredAt;
        if (n === messages) resolve();
      },
    });
  });
  const startedAt = performance.now();
  await publishAll(job, messages, async (n) => {
    publishedAt[n] = performance.now();
    await publish();
    if (job.latencyFrom === 'answer') publishedAt[n] = performance.now();
  });
  await Promise.race([allDelivered, pause(LAST_DELIVERY_WITHIN_MS, undefined, { ref: false })]);
  subscribers.deliveries.assertDelivered(messages);
  return outcomeOf(job.amount, (lastDeliveredAt - startedAt) / 1_000, latenciesOf(publishedAt, deliveredAt));
}

/**
 * The n-th delivered message is taken for the n-th published one: messages in flight may overtake each other. One that was
 * delivered before its request was answered took no time.
 */
function latenciesOf(publishedAt: Float64Array, deliveredAt: Float64Array): Float64Array {
  return deliveredAt.map((at, n) => Math.max(0, at - (publishedAt[n] ?? at)));
}

async function subscribersFor(group: SubscriberGroup): Promise<Subscribers> {
  const key = JSON.stringify(group);
  if (connected?.key === key) return connected.subscribers;
  connected?.subscribers.close();
  const subscribers = await openSubscribers(group);
  connected = { key, subscribers };
  return subscribers;
}

/** Publishing over a socket has no response: it is done when the first subscriber, which sent the message, receives it. */
function publisher(
  { first }: Subscribers,
  publishing: Publishing,
): { publish: () => Promise<void>; onFirstDelivery: () => void } {
  if (publishing.kind === 'requests')
    return { publish: requestSender(publishing), onFirstDelivery: () => {} };
  const waiting: Array<() => void> = [];
  return {
    publish: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        first.send(publishing.text);
      }),
    onFirstDelivery: () => waiting.shift()?.(),
  };
}

async function publishAll(
  { perSecond, inFlight }: FanOutJob,
  messages: number,
  publish: (n: number) => Promise<void>,
): Promise<void> {
  if (perSecond !== null) return publishAtRate(perSecond, messages, publish);
  let next = 0;
  const sender = async () => {
    while (next < messages) await publish(next++);
  };
  await Promise.all(Array.from({ length: inFlight }, sender));
}
