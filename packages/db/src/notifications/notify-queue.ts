import type { Sql } from 'postgres';
import { joinJsonTexts, jsonTexts } from '../statement.js';

/** Of one statement. */
const PAYLOADS_MAX = 100;

interface Waiting {
  readonly payload: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const NOTIFY = `select count(pg_notify($1, payload)) from unnest(${jsonTexts('$2')}) as payload`;

/**
 * Notifies a channel with JSON texts, in the order of the calls: those of one task go together, and what comes while a
 * statement is under way goes with the next one, since each commit that notifies waits for all others of the server.
 */
export class NotifyQueue {
  readonly #sql: Sql;
  readonly #channel: string;
  readonly #waiting: Waiting[] = [];
  #sending = false;

  constructor(sql: Sql, channel: string) {
    this.#sql = sql;
    this.#channel = channel;
  }

  /** Resolves once the notification is committed. Rejects where that is not certain. */
  send(payload: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ payload, resolve, reject });
      if (this.#sending) return;
      this.#sending = true;
      queueMicrotask(() => void this.#sendAll());
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#sendSome(this.#waiting.splice(0, PAYLOADS_MAX));
    this.#sending = false;
  }

  async #sendSome(batch: readonly Waiting[]): Promise<void> {
    const payloads = joinJsonTexts(batch.map(({ payload }) => payload));
    try {
      await this.#sql.unsafe(NOTIFY, [this.#channel, payloads], { prepare: true });
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
