import { setTimeout as pause } from 'node:timers/promises';
import type { Absence, Attempt, Listening, Operation, Outcome } from './history.js';
import type { Random } from './random.js';
import type { Call, HttpClient } from './system/http.js';

/** Something that somebody wants done, and the request that asks for it. */
export interface Wish extends Omit<Operation, 'attempts'> {
  readonly call: Omit<Call, 'key'>;
}

export interface Persistence {
  readonly http: HttpClient;
  readonly random: Random;
  /** A lost answer is asked for again, until there is one. */
  readonly retries: boolean;
  /** Requests after the first carry no key: how a broken client behaves. */
  readonly dropsKeys: boolean;
}

export interface Insistence {
  /** How many requests for the same are sent together. */
  readonly atOnce?: number;
  /** Asks once more after the answer. */
  readonly again?: boolean;
}

const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 1_000;

/** Writes down everything that is asked and answered, while it happens. */
export class Recorder {
  readonly operations: Operation[] = [];
  readonly listenings: Listening[] = [];
  readonly absences: Absence[] = [];
  readonly incidents: string[] = [];
  #impatient = false;

  /** From now on nobody asks again. */
  giveUp(): void {
    this.#impatient = true;
  }

  /** Does what is wished, with retries if so, and returns the first answer there was, else the last failure. */
  async perform(wish: Wish, persistence: Persistence, insistence: Insistence = {}): Promise<Outcome> {
    const { attempts, operation } = begin(wish);
    this.operations.push(operation);
    const { atOnce = 1, again = false } = insistence;
    const asked = Array.from({ length: atOnce }, (_, n) => ask(wish, persistence, n === 0));
    for (const attempt of await Promise.all(asked)) attempts.push(attempt);
    for (let n = 0; ; n++) {
      const settled = attempts.find(isSettled);
      if (settled && again) attempts.push(await ask(wish, persistence, false));
      if (settled) return settled.outcome;
      if (!persistence.retries || this.#impatient) return { kind: 'unknown', reason: 'gave up' };
      await pause(backoff(n, persistence.random));
      attempts.push(await ask(wish, persistence, false));
    }
  }
}

function isSettled({ outcome }: Attempt): boolean {
  // The limiter's refusal is no answer to the wish.
  return outcome.kind === 'ok' || (outcome.kind === 'refused' && outcome.status !== 429);
}

function begin({ call: _call, ...wish }: Wish): { attempts: Attempt[]; operation: Operation } {
  const attempts: Attempt[] = [];
  return { attempts, operation: { ...wish, attempts } };
}

async function ask(wish: Wish, { http, dropsKeys }: Persistence, first: boolean): Promise<Attempt> {
  const key = dropsKeys && !first ? null : wish.key;
  const startedAt = performance.now();
  const outcome = await http.send({ ...wish.call, key });
  return { startedAt, endedAt: performance.now(), outcome };
}

function backoff(n: number, random: Random): number {
  return random.next() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** n) + FIRST_PAUSE_MS / 2;
}
