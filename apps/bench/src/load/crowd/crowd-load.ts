import { setTimeout as pause } from 'node:timers/promises';
import { clientAddresses } from '../common/client-addresses.js';
import type { Outcome } from '../common/job.js';
import { openMany } from '../common/open-many.js';
import { outcomeOf } from '../common/outcome.js';
import { publishAtRate } from '../common/publish-at-rate.js';
import { requestSender } from '../http/request-sender.js';
import { startsWith } from '../websocket/payload.js';
import { openSocketClient, type SocketClient } from '../websocket/socket-client.js';
import type { CrowdJob, CrowdPerson } from './crowd-job.js';

/** How long the last message may take to reach every socket, from the last answer. */
const LAST_DELIVERY_WITHIN_MS = 30_000;
/** A delivery that came twice would come within this time. */
const NO_MORE_WITHIN_MS = 100;

const nextAddress = clientAddresses();

interface Crowd {
  readonly key: string;
  readonly clients: readonly SocketClient[];
  /** How many messages the sockets have received together. */
  received: number;
  readonly errors: string[];
  /** Each sends the next post of a person. */
  readonly senders: ReadonlyArray<() => Promise<void>>;
}

/** The people of the job before. They stay connected: connecting is not measured. */
let connected: Crowd | null = null;

/** Does the job. Rejects when a post was refused, or when the sockets did not receive each message once. */
export async function runCrowdJob(job: CrowdJob): Promise<Outcome> {
  const crowd = await crowdFor(job);
  const { senders, errors } = crowd;
  const latencies = new Float64Array(job.amount);
  const expected = crowd.received + job.amount * job.readers;
  const startedAt = performance.now();
  await publishAtRate(job.perSecond, job.amount, async (n) => {
    const sentAt = performance.now();
    await senders[n % senders.length]?.();
    latencies[n] = performance.now() - sentAt;
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const until = performance.now() + LAST_DELIVERY_WITHIN_MS;
  while (crowd.received < expected && performance.now() < until) await pause(10);
  await pause(NO_MORE_WITHIN_MS);
  if (crowd.received !== expected) errors.push(`${crowd.received} in all instead of ${expected}`);
  if (errors.length > 0) throw new Error(`Deliveries were wrong: ${errors.slice(0, 5).join('; ')}.`);
  return outcomeOf(job.amount, seconds, latencies);
}

async function crowdFor({ people, framePrefix, content }: CrowdJob): Promise<Crowd> {
  const key = people.map(({ url, token }) => `${url} ${token}`).join();
  if (connected?.key === key) return connected;
  for (const client of connected?.clients ?? []) client.close();
  const prefix = Buffer.from(framePrefix);
  const errors: string[] = [];
  const clients = await openMany(people.length, (n) => {
    const person = people[n];
    if (!person) throw new Error('there is a person for each socket');
    return openSocketClient(
      connectionOf(person),
      (bytes, start, end) => {
        if (startsWith(bytes, prefix, start, end)) crowd.received++;
      },
      (reason) => void errors.push(reason),
    );
  });
  const senders = people.map((person) => requestSender(postsOf(person, content)));
  const crowd: Crowd = { key, clients, received: 0, errors, senders };
  connected = crowd;
  return crowd;
}

function connectionOf({ url, token, channelIds }: CrowdPerson) {
  const subscribe = JSON.stringify({ type: 'subscribe', data: { channelIds } });
  return {
    url: `${url.replace('http', 'ws')}/api/ws`,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': nextAddress() },
    handshake: [{ until: '"ready"' }, { send: subscribe, until: '"subscribed"' }],
  };
}

function postsOf({ url, token, channelIds }: CrowdPerson, content: string) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const requests = channelIds.map((id) => ({
    method: 'POST' as const,
    path: `/api/channels/${id}/messages`,
    headers,
    body: JSON.stringify({ content }),
  }));
  return { url, requests, status: 201 };
}
