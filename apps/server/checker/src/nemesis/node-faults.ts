import type { Allowance } from '../history/history.js';
import { pause } from '../support/pause.js';
import type { Random } from '../support/random.js';
import { shuffledRounds } from '../support/shuffled-rounds.js';
import type { Tally } from '../support/tally.js';
import type { ServiceNode } from '../system/service-node.js';

/** What a hint that was lost delays, at most: nodes compare their positions with the log so often. */
const COMPARISON_MS = 1_000;
/** How long a node without Postgres may go on by what it knew. */
const LEASE_MS = 2_000;
/** A fault has passed by then: a node is connected again and has compared. */
const HEALED_MS = 2_000;
const PAUSE_MIN_MS = 500;
const PAUSE_MAX_MS = 3_000;

interface NodeFault {
  readonly name: string;
  /** Which nodes it can happen to. */
  readonly concerns: (node: ServiceNode) => boolean;
  /** Resolves when the node serves again, or will by itself. */
  readonly inject: (node: ServiceNode, random: Random) => Promise<void>;
  /**
   * For how long a right may be served after it has ended, in milliseconds: on the node itself, or on all, where the others
   * may not hear what this one has written.
   */
  readonly allows: Pick<Allowance, 'ms'> & { readonly onAll: boolean };
}

const HINTS_LOST = { ms: COMPARISON_MS, onAll: true };
const always = () => true;

const FAULTS: readonly NodeFault[] = [
  {
    name: 'node killed',
    concerns: always,
    inject: async ({ service }, random) => {
      await service.stop('SIGKILL');
      await pause(random.int(0, 3_000));
      await service.start();
    },
    allows: HINTS_LOST,
  },
  {
    name: 'node restarted',
    concerns: ({ drains }) => !drains,
    inject: restart,
    allows: { ms: 0, onAll: false },
  },
  {
    name: 'node drained and restarted',
    concerns: ({ drains }) => drains,
    inject: restart,
    allows: { ms: 0, onAll: false },
  },
  {
    name: 'node frozen',
    concerns: always,
    inject: async ({ service }, random) => {
      service.freeze();
      await pause(random.int(3_000, 12_000));
      service.unfreeze();
    },
    allows: HINTS_LOST,
  },
  {
    name: 'Postgres out of reach of a node, without an answer',
    concerns: ({ database }) => database !== null,
    inject: async ({ database }, random) => {
      database?.hang();
      await pause(random.int(4_000, 12_000));
      database?.restore();
    },
    allows: { ms: LEASE_MS, onAll: false },
  },
  {
    name: 'Postgres out of reach of a node, refused',
    concerns: ({ database }) => database !== null,
    inject: async ({ database }, random) => {
      database?.refuse();
      await pause(random.int(4_000, 12_000));
      database?.restore();
    },
    allows: { ms: LEASE_MS, onAll: false },
  },
  {
    name: 'bus of a node cut for 10 s',
    concerns: always,
    inject: async ({ database, redis }) => {
      if (redis) redis.cut();
      else database?.cutBus();
      await pause(10_000);
      redis?.heal();
      database?.restore();
    },
    allows: HINTS_LOST,
  },
];

async function restart({ service }: ServiceNode): Promise<void> {
  await service.stop('SIGTERM');
  await service.start();
}

export interface NodeNemesisOptions {
  readonly nodes: readonly ServiceNode[];
  readonly random: Random;
  readonly tally: Tally;
  readonly onAllowance: (allowance: Allowance) => void;
}

/** Injects one fault at a time into one node, each kind once a round, until stopped. The other nodes serve. */
export async function injectNodeFaults(
  { nodes, random, tally, onAllowance }: NodeNemesisOptions,
  stop: AbortSignal,
): Promise<void> {
  for (const { name, concerns, inject, allows } of shuffledRounds(random, FAULTS)) {
    await pause(random.int(PAUSE_MIN_MS, PAUSE_MAX_MS), stop);
    if (stop.aborted) return;
    const node = random.pick(nodes.filter(concerns));
    const from = performance.now();
    await inject(node, random);
    tally.add('faults', name);
    const until = performance.now() + HEALED_MS;
    onAllowance({ node: allows.onAll ? null : node.name, ms: allows.ms, from, until });
  }
}
