import { arrayLiteral, connect, type DatabaseConnection, plainArrayLiteral } from '@palaver/db';
import {
  type Ask,
  type BucketStore,
  type Buckets,
  bucketsOf,
  type Given,
  type SharedStore,
} from './bucket-store.js';
import { type Asked, PURGE_FULL, PURGE_SURPLUS, TAKE, type TakenRow } from './postgres-statements.js';
import type { TokenBucket } from './token-bucket.js';

/** The rows that are kept, as many as one node keeps in memory. More are possible between two purges. */
const ROWS_MAX = 262_144;
const PURGE_EVERY_MS = 10_000;
/** The rows that one statement of a purge removes. */
const PURGED_AT_ONCE = 20_000;

/**
 * One statement that takes and one that purges are under way at most, apart from the pool of the requests. A node does
 * not wait long for either (`StoreLink`).
 */
const OPTIONS = {
  max: 2,
  queue_timeout: 1,
  answer_timeout: 2,
  connection: {
    application_name: 'palaver limits',
    synchronous_commit: 'off',
    statement_timeout: 1_000,
    lock_timeout: 500,
  },
};

export interface PostgresBucketsOptions {
  readonly connection: DatabaseConnection;
  readonly buckets: Buckets;
  readonly purgeEveryMs?: number;
  readonly rowsMax?: number;
}

/** Token buckets in the table `rate_buckets`, on the database's clock. Connects when it is opened or first asked. */
export function postgresBuckets(options: PostgresBucketsOptions): SharedStore {
  const { purgeEveryMs = PURGE_EVERY_MS, rowsMax = ROWS_MAX } = options;
  const sql = connect(options.connection, OPTIONS);
  let purging: NodeJS.Timeout | undefined;

  /** Takes from one limiter, by one statement for each cost; the answers are in the order of `asked`. */
  async function takeFrom(
    buckets: Buckets,
    limiter: keyof Buckets,
    asked: readonly Costly[],
  ): Promise<Array<Given | undefined>> {
    const given = new Map<string, Given>();
    for (const tokens of new Set(asked.map((ask) => ask.tokens))) {
      const same = asked.filter((ask) => ask.tokens === tokens);
      const parameters = parametersOf(limiter, buckets[limiter], tokens, same);
      const rows = await sql.unsafe<TakenRow[]>(TAKE, parameters, { prepare: true });
      for (const { key, granted, fullIn } of rows) given.set(key, { granted, fullIn });
    }
    return asked.map(({ key }) => given.get(key));
  }

  async function purge(): Promise<void> {
    purging = undefined;
    let removed: number;
    do removed = (await sql.unsafe(PURGE_FULL, [PURGED_AT_ONCE])).count;
    while (removed === PURGED_AT_ONCE);
    const [row] = await sql<{ rows: number }[]>`select count(*)::int as rows from rate_buckets`;
    if (row && row.rows > rowsMax) await sql.unsafe(PURGE_SURPLUS, [row.rows - rowsMax]);
  }

  const storeOf = (buckets: Buckets): Pick<BucketStore, 'open' | 'take'> => ({
    open: async () => {
      await sql.unsafe(TAKE, parametersOf('global', buckets.global, 1, []), { prepare: true });
    },
    async take(asks) {
      // A purge that fails is made up for by the next.
      purging ??= setTimeout(() => purge().catch(() => undefined), purgeEveryMs).unref();
      const global = await takeFrom(buckets, 'global', asks.map(askedOfGlobal));
      const passed = asks.flatMap((ask, index) => askedOfAuth(ask, global[index], index));
      const auth = await takeFrom(buckets, 'auth', passed);
      const authOf = new Map(passed.map(({ index }, n) => [index, auth[n] ?? null]));
      return global.map((given, index) => {
        if (!given) throw new Error('each key has an answer');
        return { global: given, auth: authOf.get(index) ?? null };
      });
    },
  });
  return {
    ...storeOf(options.buckets),
    withLimits: (limits) => ({ ...storeOf(bucketsOf(limits)), close: async () => undefined }),
    close: async () => {
      clearTimeout(purging);
      await sql.end({ timeout: 1 });
    },
  };
}

/** Requests of one address that cost the same. */
interface Costly extends Asked {
  readonly tokens: number;
}

function askedOfGlobal({ key, cost, requests }: Ask): Costly {
  return { key, tokens: cost.global, requests };
}

/** Those that Global let pass. */
function askedOfAuth({ key, cost }: Ask, given: Given | undefined, index: number) {
  if (cost.auth === 0 || !given || given.granted === 0) return [];
  return [{ key, tokens: cost.auth, requests: given.granted, index }];
}

function parametersOf(
  limiter: keyof Buckets,
  { ticksPerToken, ticksToFill }: TokenBucket,
  tokens: number,
  asked: readonly Asked[],
): string[] {
  return [
    limiter,
    String(ticksToFill),
    String(tokens * ticksPerToken),
    arrayLiteral(asked.map(({ key }) => key)),
    plainArrayLiteral(asked.map(({ requests }) => requests)),
  ];
}
