import { parseArgs } from 'node:util';
import { NEGATIVE_CONTROLS, type NegativeControl } from './negative-controls.js';

export interface RunOptions {
  /** How long the workload runs while faults are injected. */
  readonly seconds: number;
  readonly seed: number;
  readonly negativeControl: NegativeControl | null;
  /** Whether the service uses a Postgres of the checker's through a proxy that loses answers to COMMIT. */
  readonly losesCommits: boolean;
  /** How many processes of the service run, 1 to 3. Several share a Postgres that the checker starts. */
  readonly nodes: number;
  /** Whether several nodes use Redis, with `redis-server` from the PATH. */
  readonly redis: boolean;
  /** Whether to keep the data folder and the service's log after a run without violations too. */
  readonly keep: boolean;
}

const NEGATIVE_NAMES = NEGATIVE_CONTROLS.map(({ name }) => name);

export const USAGE = `usage: node apps/server/checker/dist/main.js [--seconds 90] [--seed n] [--nodes 1|2|3] [--redis] [--lose-commits] [--keep] [--negative ${NEGATIVE_NAMES.join('|')}]`;

export function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}

/** Reads the command line. Throws an error whose message is for the user. */
export function readOptions(args: readonly string[]): RunOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '90' },
      seed: { type: 'string', default: String(randomSeed()) },
      negative: { type: 'string' },
      nodes: { type: 'string' },
      redis: { type: 'boolean', default: false },
      'lose-commits': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  const negativeControl = NEGATIVE_CONTROLS.find(({ name }) => name === values.negative) ?? null;
  if (values.negative !== undefined && negativeControl === null)
    throw new Error(`--negative must be one of ${NEGATIVE_NAMES.join(', ')}`);
  const nodes = wholeNumber('nodes', values.nodes ?? String(negativeControl?.nodes ?? 1));
  if (nodes < 1 || nodes > 3) throw new Error('--nodes must be 1, 2 or 3');
  if (values.redis && nodes === 1) throw new Error('--redis needs --nodes 2 or 3');
  return {
    seconds: wholeNumber('seconds', values.seconds),
    seed: wholeNumber('seed', values.seed),
    negativeControl,
    losesCommits: values['lose-commits'],
    nodes,
    redis: values.redis,
    keep: values.keep,
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} must be a whole number`);
  return Number(text);
}
