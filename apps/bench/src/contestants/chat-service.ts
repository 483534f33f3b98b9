import type { Contestant } from '../harness/contestant.js';
import type { BenchDatabase } from '../harness/database.js';

/** Who sits where: every token may read and write in every channel. */
export interface Seats {
  readonly channelIds: readonly string[];
  readonly tokens: readonly string[];
}

/** A contestant that takes messages as the product's REST face does. */
export interface ChatService extends Contestant {
  readonly database: BenchDatabase;
  readonly seats: Seats;
  readonly ledger: Ledger;
}

/** Sees to it that what was acknowledged is stored, once. */
export interface Ledger {
  /** Takes in that so many more messages were acknowledged; throws when the database does not hold exactly those. */
  settle(acknowledged: number): Promise<void>;
}

/** Opens a ledger on what `count` finds now. `count` throws when what is stored does not fit together. */
export async function openLedger(count: () => Promise<number>): Promise<Ledger> {
  let expected = await count();
  return {
    async settle(acknowledged) {
      expected += acknowledged;
      const stored = await count();
      if (stored !== expected)
        throw new Error(`${expected} messages were acknowledged, ${stored} are stored.`);
    },
  };
}
