import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.js';
import type { FaultProxy } from './system/fault-proxy.js';
import type { PostgresProcess } from './system/postgres-process.js';
import type { ServiceProcess } from './system/service-process.js';
import type { Tally } from './tally.js';

export type ProcessFault =
  | 'kill -9 of the service'
  | 'restart of the service'
  | 'kill -9 of the postmaster'
  | 'kill -9 of all of Postgres'
  | 'Postgres frozen for 10 s';

export const PROCESS_FAULTS: readonly ProcessFault[] = [
  'kill -9 of the service',
  'kill -9 of the postmaster',
  'Postgres frozen for 10 s',
  'kill -9 of all of Postgres',
  'restart of the service',
];

const FREEZE_MS = 10_000;

export interface Victims {
  readonly service: ServiceProcess;
  readonly postgres: PostgresProcess;
  readonly proxy: FaultProxy;
}

export interface NemesisOptions extends Victims {
  readonly random: Random;
  readonly tally: Tally;
  readonly faults: readonly ProcessFault[];
  /** The longest calm between two faults of processes. */
  readonly calmMs: number;
}

/** Harms processes, one after the other and every kind in turn, until told to stop; leaves them running. */
export async function harmProcesses(options: NemesisOptions, stop: AbortSignal): Promise<void> {
  const { random, faults, calmMs, tally } = options;
  let deck: ProcessFault[] = [];
  for (;;) {
    await calm(random.int(calmMs / 4, calmMs), stop);
    if (stop.aborted) return;
    if (deck.length === 0) deck = random.shuffled(faults);
    const fault = deck.pop();
    if (fault === undefined) return;
    await harm(fault, options);
    tally.add('faults', fault);
  }
}

async function harm(fault: ProcessFault, { service, postgres, random }: NemesisOptions): Promise<void> {
  switch (fault) {
    case 'kill -9 of the service':
      await service.end('SIGKILL');
      await pause(random.int(0, 800));
      return service.start();
    case 'restart of the service':
      await service.end('SIGTERM');
      return service.start();
    case 'kill -9 of the postmaster':
      await postgres.killPostmaster();
      return;
    case 'kill -9 of all of Postgres':
      await postgres.crash();
      return;
    case 'Postgres frozen for 10 s': {
      const pids = await postgres.freeze();
      await pause(FREEZE_MS);
      postgres.thaw(pids);
    }
  }
}

/** Harms connections, until told to stop; leaves them whole. */
export async function harmConnections(options: NemesisOptions, stop: AbortSignal): Promise<void> {
  const { proxy, random, tally } = options;
  const harms = {
    'connections cut': () => proxy.cut(random),
    'connections silenced': () => proxy.silence(random),
    'connections half-open': () => proxy.halfOpen(random),
    'connections throttled': () => {
      proxy.throttle(random.int(10, 60) * 1024);
      return 1;
    },
  };
  let deck: Array<keyof typeof harms> = [];
  while (!stop.aborted) {
    await calm(random.int(300, 2_500), stop);
    if (deck.length === 0)
      deck = random.shuffled([
        'connections cut',
        'connections silenced',
        'connections half-open',
        'connections throttled',
      ]);
    const kind = deck.pop() ?? 'connections cut';
    if (harms[kind]() > 0) tally.add('faults', kind);
    if (kind === 'connections cut') continue;
    await calm(random.int(1_000, 8_000), stop);
    proxy.heal();
  }
  proxy.heal();
}

/** A pause that ends early when it is time to stop. */
export async function calm(ms: number, stop: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: stop }).catch(() => {});
}
