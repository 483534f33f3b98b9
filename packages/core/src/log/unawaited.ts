/** As many may be unanswered, so that a loop that sends many is held up by the database. */
const UNANSWERED_MAX = 8;

/** Sends statements of a transaction whose answers decide nothing in it. */
export interface Unawaited {
  /** Resolves when the statement is sent. */
  send(statement: () => Promise<unknown>): Promise<void>;
  /** Resolves when all are answered; rejects where one has failed. */
  settled(): Promise<void>;
}

/**
 * The next statement of the transaction is sent without waiting for the answer to one of these, which saves a round trip under its
 * locks. Postgres answers in order, and after one that failed it carries out nothing more: a COMMIT rolls back. So await `settled`
 * after the transaction, before anybody hears that it is done.
 */
export function unawaited(): Unawaited {
  const sent: Array<Promise<unknown>> = [];
  return {
    send: async (statement) => {
      if (sent.length === UNANSWERED_MAX) await sent.shift();
      const answer = statement();
      // The transaction may be over before it is waited for.
      answer.catch(() => {});
      sent.push(answer);
    },
    settled: async () => {
      await Promise.all(sent);
    },
  };
}
