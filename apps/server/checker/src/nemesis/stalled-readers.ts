import type { Subscriber } from '../clients/subscriber.js';
import { pause } from '../support/pause.js';
import type { Random } from '../support/random.js';
import type { Tally } from '../support/tally.js';

export interface StallOptions {
  readonly subscriber: Subscriber;
  /** Writes as much as possible until stopped: the service disconnects a reader only when much is unread. */
  readonly flood: (stop: AbortSignal) => Promise<void>;
  readonly random: Random;
  readonly tally: Tally;
}

/** Makes a subscriber stop reading for some seconds, again and again, while its streams are flooded. */
export async function stallReader(
  { subscriber, flood, random, tally }: StallOptions,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await pause(random.int(1_000, 4_000), stop);
    const stopFlood = new AbortController();
    const flooding = flood(AbortSignal.any([stop, stopFlood.signal]));
    if (await subscriber.stall(random.int(5_000, 10_000), stop)) tally.add('faults', 'readers stalled');
    stopFlood.abort();
    await flooding;
  }
}
