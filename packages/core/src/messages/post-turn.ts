import { type Database, databaseError, type Queryable, statement } from '@palaver/db';

export const LOCK_TIMEOUT = '55P03';

/** Any constant, the same in every node: the advisory lock of whose turn it is to post. */
export const TURN = 7_310_442;

const begin = statement(`begin; select pg_advisory_xact_lock(${TURN})::text`);
const commit = statement('commit');
const rollback = statement('rollback');

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
  await begin(inOrder, []).catch((error: unknown) => {
    if (databaseError(error)?.code !== LOCK_TIMEOUT) throw error;
    close(rollback).catch(ignore);
  });
  return {
    write: async (run) => {
      const written = run(inOrder);
      // Sent with the statement: the turn does not last while this process is busy.
      const committed = isOpen ? close(commit) : null;
      const [result] = await Promise.all([written, committed]);
      return result;
    },
    end: () => {
      if (isOpen) close(rollback).catch(ignore);
    },
  };
}

/** A lost connection has ended the turn. */
function ignore(): void {}
