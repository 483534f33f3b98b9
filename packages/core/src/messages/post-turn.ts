import { type Database, databaseError, type Queryable, statement } from '@palaver/db';

/** Postgres' code for a lock that was not free in time (manual, appendix A). */
export const LOCK_TIMEOUT = '55P03';

/** Any constant, the same in every node: the advisory lock of whose turn it is to post. */
export const TURN = 7_310_442;

/** The session of the database. */
interface Backend {
  readonly pid: number;
}

const begin = statement<Backend>(
  `begin; select pg_advisory_xact_lock(${TURN})::text, pg_backend_pid() as pid`,
);
const commit = statement<Backend>('commit; select pg_backend_pid() as pid');
const rollback = statement<Backend>('rollback; select pg_backend_pid() as pid');

/** The turn of this node. */
export interface Turn {
  /** Runs the one statement of the turn, which ends with it. */
  write<Result>(run: (q: Queryable) => Promise<Result>): Promise<Result>;
  /** Ends a turn in which nothing was written. */
  end(): void;
}

/**
 * Waits for the turn of this node. Meanwhile the other nodes write, and would wait for this one in their turn: they would wait
 * for the same logs in any case, and so all posts that have come meanwhile go together. Where the turn does not come in time
 * (`DatabaseHandle.inOrder`), as from a node that is frozen in its own, the statement runs outside of one: it is right beside
 * others, and only not as likely to write something. Throws the error of a database that is away.
 */
export async function beginTurn(inOrder: Database): Promise<Turn> {
  let isOpen = true;
  const close = (end: typeof commit) => {
    isOpen = false;
    return end(inOrder, []);
  };
  const begun = await begin(inOrder, []).catch((error: unknown) => {
    close(rollback).catch(ignore);
    if (databaseError(error)?.code !== LOCK_TIMEOUT) throw error;
    return null;
  });
  return {
    write: async (run) => {
      const written = run(inOrder);
      // Sent with the statement: the turn does not last while this process is busy.
      const committed = isOpen ? close(commit) : null;
      const [result, ended] = await Promise.all([written, committed]);
      // A commit on a new connection succeeds as well, and would acknowledge what was lost with the old one.
      if (begun && ended && pidOf(begun) !== pidOf(ended)) throw new LostTurn();
      return result;
    },
    end: () => {
      if (isOpen) close(rollback).catch(ignore);
    },
  };
}

/** It is not known whether the statement was committed. */
class LostTurn extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/** Of several statements sent together, the results are a list of lists. */
function pidOf(results: readonly Backend[]): number | undefined {
  return results.flat().at(-1)?.pid;
}

/** A lost connection has ended the turn. */
function ignore(): void {}
