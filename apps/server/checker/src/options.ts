import { parseArgs } from 'node:util';

/**
 * What is broken on purpose, so that the checker must find something: a database that acknowledges what it has not
 * written, writers that lose their keys, subscribers that lose their cursors.
 */
export const NEGATIVES = ['early-acknowledgement', 'no-keys', 'no-cursors'] as const;
export type Negative = (typeof NEGATIVES)[number];

export interface RunOptions {
  /** How long people write while faults are injected. */
  readonly seconds: number;
  readonly seed: number;
  readonly negative: Negative | null;
  /** Keep the data folder and the service's log also when all is well. */
  readonly keep: boolean;
}

export const USAGE = `usage: node apps/server/checker/dist/main.js [--seconds 90] [--seed n] [--keep] [--negative ${NEGATIVES.join('|')}]`;

/** Reads the command line. Throws a sentence for what it cannot read. */
export function readOptions(args: readonly string[]): RunOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '90' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
      negative: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const negative = NEGATIVES.find((name) => name === values.negative) ?? null;
  if (values.negative !== undefined && negative === null)
    throw new Error(`--negative is one of ${NEGATIVES.join(', ')}`);
  return {
    seconds: whole('seconds', values.seconds),
    seed: whole('seed', values.seed),
    negative,
    keep: values.keep,
  };
}

function whole(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} must be a whole number`);
  return Number(text);
}
