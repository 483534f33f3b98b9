import type { Subscriber } from './clients/subscriber.js';
import type { Environment } from './environment.js';
import { areConsumersDone, areScheduledSent, readHeads } from './final-state/database.js';
import { waitUntil } from './support/wait-until.js';
import { restoreMemberships } from './workload.js';

/** An upper bound, not an expectation: the machine may be busy. */
export const QUIESCE_WITHIN_MS = 180_000;
/** A run with a negative control may never become quiescent. */
const NEGATIVE_QUIESCE_WITHIN_MS = 10_000;
/** A request with the outcome `info` may be applied after the memberships were restored: then they are restored again. */
const RESTORE_EVERY_MS = 10_000;

/** Waits until subscribers have received all events. After the time limit, the verification names those that have not. */
export async function waitForDeliveries(
  environment: Environment,
  subscribers: readonly Subscriber[],
): Promise<void> {
  const { options, dataDir } = environment;
  const withinMs = options.negativeControl === null ? QUIESCE_WITHIN_MS : NEGATIVE_QUIESCE_WITHIN_MS;
  await waitUntil(async () => {
    await restoreMemberships(environment);
    const heads = await headsWhenUp(dataDir);
    const isDone = () => subscribers.every((one) => one.cursorRejected || one.hasReached(heads));
    return waitUntil(isDone, RESTORE_EVERY_MS);
  }, withinMs);
}

/** Waits until what is scheduled is sent, and inboxes have all events. After the time limit, the verification names what is missing. */
export async function waitForConsumers({ options, dataDir }: Environment): Promise<void> {
  const withinMs = options.negativeControl === null ? QUIESCE_WITHIN_MS : NEGATIVE_QUIESCE_WITHIN_MS;
  await waitUntil(() => areScheduledSent(dataDir).catch(() => false), withinMs);
  await waitUntil(() => areConsumersDone(dataDir).catch(() => false), withinMs);
}

/** Reads the heads as soon as the database is up. Throws if it does not come up. */
async function headsWhenUp(dataDir: string): Promise<ReadonlyMap<string, number>> {
  let heads: ReadonlyMap<string, number> = new Map();
  const isUp = await waitUntil(async () => {
    heads = await readHeads(dataDir).catch(() => new Map());
    return heads.size > 0;
  }, QUIESCE_WITHIN_MS);
  if (!isUp) throw new Error('The database did not come up again');
  return heads;
}
