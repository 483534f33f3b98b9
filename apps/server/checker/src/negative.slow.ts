import { expect, it } from 'vitest';
import { NEGATIVES, type Negative } from './options.js';
import { run } from './run.js';

const seed = Math.floor(Math.random() * 2 ** 32);

/** For a machine that is busy with other things; what is waited for inside is conditions. */
const WITHIN_MS = 10 * 60_000;

/** What has to be noticed, and how long it may go wrong before. */
const EXPECTED: Readonly<Record<Negative, { readonly rule: string; readonly seconds: number }>> = {
  'early-acknowledgement': { rule: 'no acknowledged write is lost', seconds: 8 },
  'no-keys': { rule: 'no write is done twice', seconds: 4 },
  'no-cursors': { rule: 'no event is missing', seconds: 8 },
};

it.each(NEGATIVES)(
  'the checker notices what is broken on purpose: %s',
  async (negative) => {
    const { rule, seconds } = EXPECTED[negative];
    const { violations } = await run({ seconds, seed, negative, keep: false });
    expect(new Set(violations.map((one) => one.rule)), `seed ${seed}`).toContain(rule);
  },
  WITHIN_MS,
);
