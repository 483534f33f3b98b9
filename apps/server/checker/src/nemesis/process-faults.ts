import { pause } from '../support/pause.js';
import type { Random } from '../support/random.js';
import { shuffledRounds } from '../support/shuffled-rounds.js';
import type { Tally } from '../support/tally.js';
import type { PostgresProcess } from '../system/postgres-process.js';
import type { ServiceProcess } from '../system/service-process.js';

interface Targets {
  readonly service: ServiceProcess;
  readonly postgres: PostgresProcess;
  readonly random: Random;
}

/** The service starts a killed Postgres again by itself; the nemesis restarts only the service. */
const FAULTS = {
  'service killed': async ({ service, random }: Targets) => {
    await service.stop('SIGKILL');
    await pause(random.int(0, 800));
    await service.start();
  },
  'service restarted': async ({ service }: Targets) => {
    await service.stop('SIGTERM');
    await service.start();
  },
  'postmaster killed': ({ postgres }: Targets) => postgres.killPostmaster(),
  'all of Postgres killed': ({ postgres }: Targets) => postgres.killAll(),
  'Postgres paused for 10 s': async ({ postgres }: Targets) => {
    const pids = await postgres.pause();
    await pause(10_000);
    postgres.resume(pids);
  },
};

export type ProcessFault = keyof typeof FAULTS;

export const PROCESS_FAULTS: readonly ProcessFault[] = [
  'service killed',
  'service restarted',
  'postmaster killed',
  'all of Postgres killed',
  'Postgres paused for 10 s',
];

/** The faults for a service whose Postgres is the operator's: it cannot start while that Postgres is down. */
export const SERVICE_FAULTS: readonly ProcessFault[] = ['service killed', 'service restarted'];

export interface ProcessNemesisOptions extends Targets {
  readonly tally: Tally;
  readonly faults: readonly ProcessFault[];
  /** The longest pause between two faults; the shortest is a quarter of it. */
  readonly pauseMaxMs: number;
  /** Awaited before every fault: resolves when a fault can show something, or when stopped. */
  readonly ready: (stop: AbortSignal) => Promise<void>;
}

/** Injects one fault at a time, each kind once a round, until stopped. Then the processes run, or start again. */
export async function injectProcessFaults(options: ProcessNemesisOptions, stop: AbortSignal): Promise<void> {
  const { random, faults, pauseMaxMs, tally, ready } = options;
  for (const fault of shuffledRounds(random, faults)) {
    await pause(random.int(pauseMaxMs / 4, pauseMaxMs), stop);
    await ready(stop);
    if (stop.aborted) return;
    await FAULTS[fault](options);
    tally.add('faults', fault);
  }
}
