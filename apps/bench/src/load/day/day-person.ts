import type { Act } from './acts.js';

/** Somebody who lives through a day on one of the targets. */
export interface DayPerson {
  /** Resolves when the act is over. Rejects when something was refused. */
  do(act: Act): Promise<void>;
  /** Closes what is open. */
  close(): void;
}
