import { pause } from '../support/pause.js';
import type { Random } from '../support/random.js';
import { shuffledRounds } from '../support/shuffled-rounds.js';
import type { Tally } from '../support/tally.js';
import type { FaultProxy } from '../system/fault-proxy.js';

interface ConnectionFault {
  readonly name: string;
  /** Returns how many connections it affected. */
  readonly inject: (proxy: FaultProxy, random: Random) => number;
  /** Whether it goes on until `heal`. */
  readonly lasts: boolean;
}

const FAULTS: readonly ConnectionFault[] = [
  { name: 'connections reset', inject: (proxy, random) => proxy.reset(random), lasts: false },
  { name: 'connections blackholed', inject: (proxy, random) => proxy.blackhole(random), lasts: true },
  { name: 'connections half-open', inject: (proxy, random) => proxy.halfOpen(random), lasts: true },
  { name: 'connections throttled', inject: throttle, lasts: true },
];

function throttle(proxy: FaultProxy, random: Random): number {
  proxy.throttle(random.int(10, 60) * 1024);
  return 1;
}

export interface ConnectionNemesisOptions {
  readonly proxy: FaultProxy;
  readonly random: Random;
  readonly tally: Tally;
}

/** Injects one fault at a time into the proxy's connections, each kind once a round, until stopped. Heals at the end. */
export async function injectConnectionFaults(
  { proxy, random, tally }: ConnectionNemesisOptions,
  stop: AbortSignal,
): Promise<void> {
  for (const { name, inject, lasts } of shuffledRounds(random, FAULTS)) {
    await pause(random.int(300, 2_500), stop);
    if (stop.aborted) break;
    if (inject(proxy, random) > 0) tally.add('faults', name);
    if (!lasts) continue;
    await pause(random.int(1_000, 8_000), stop);
    proxy.heal();
  }
  proxy.heal();
}
