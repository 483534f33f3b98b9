import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { connectionUrl } from '@palaver/db';
import type { Measurement, Sample } from '../harness/cell.js';
import type { Goal } from '../harness/goals.js';
import type { Bench, Workload } from '../harness/workload.js';
import { type LargeService, operationsOf, startService } from '../large/operations.js';
import { connectCounting, connectLarge, type LargePostgres, startLargePostgres } from '../large/postgres.js';
import { sizesOf } from '../large/sizes.js';
import {
  forgetCosts,
  type Grown,
  grownStatements,
  readCosts,
  type StatementCost,
} from '../large/statement-costs.js';
import { type FilledWorld, prepareWorlds } from '../large/worlds.js';
import { meter } from '../measure/cpu-meter.js';

/** The same people and channels, and the same last year: one has nine years before it. */
const PLANS = {
  '10⁶ messages': { messages: 1_000_000, people: 10_000, channels: 5_000 },
  '10⁷ messages': { messages: 10_000_000, people: 10_000, channels: 5_000, grownFrom: '10⁶ messages' },
} as const;
const [SMALLER, LARGER] = ['10⁶ messages', '10⁷ messages'] as const;

const RATIO = 1.3;
const PAGE = 'newest page';

/** What is as large as the data: its cost is compared for each row. */
const WHOLE = ['backup'];
/** These change the database for good, so they are done once. */
const ONCE = ['retention', 'deletion of an account', 'backup', 'start'];

export const large: Workload = {
  name: 'w16',
  title: 'W16 large: 10⁷ messages of 10,000 people in 5,000 channels beside 10⁶',
  isByNameOnly: true,
  goals: [
    'newest page',
    'a page far back',
    'newest page of the longest thread',
    'members of a server of 10,000',
    'unread of 500 channels',
    'inbox',
    'threads',
    'search: a rare word',
    'search: a common word',
    'search: a part of a rare word',
    'search: the best of a common word',
    'search: the best of a rare word',
    'post',
    'reply',
    'post, edit and delete',
    'retention',
    'start',
  ].map((cell): Goal => ({ cell, metric: 'pages', of: LARGER, to: SMALLER, bound: { atMost: RATIO } })),
  async run(bench) {
    const say = (text: string) => void process.stderr.write(`${text}\n`);
    const worlds = await prepareWorlds(bench.largeFolder, PLANS, say);
    const postgres = bench.stopAtEnd(await startLargePostgres(bench.largeFolder, 'measured'));
    const admin = connectCounting(postgres);
    bench.stopAtEnd({ stop: () => admin.end() });
    await admin`create extension if not exists pg_stat_statements`;
    const [smaller, larger] = [
      await open(bench, postgres, worlds[SMALLER]),
      await open(bench, postgres, worlds[LARGER]),
    ];
    const costs = new CostsOfRun(admin, postgres.pid);
    const operations = await operationsOf(smaller.sql, smaller.world);
    const operationsOfLarger = await operationsOf(larger.sql, larger.world);
    bench.addNote(await sizesOf(larger.sql, larger.world.messages));
    try {
      for (const [name, operation] of Object.entries(operations)) {
        const other = operationsOfLarger[name] ?? operation;
        const rounds = ONCE.includes(name) ? 1 : bench.rounds;
        await bench.measureCell({
          name,
          reference: SMALLER,
          headline: 'pages',
          rounds,
          targets: {
            [SMALLER]: costs.measurement(name, smaller, () => operation(smaller)),
            [LARGER]: costs.measurement(name, larger, () => other(larger)),
          },
        });
      }
    } finally {
      for (const grown of costs.grown(smaller, larger)) bench.addNote(noteOf(grown));
    }
    bench.addNote(
      `An operation of the backup is the whole of it. Pages are those that all statements of an operation read or wrote in the memory of Postgres. ` +
        `A search is to cost at most five times ${PAGE}.`,
    );
  },
};

async function open(
  bench: Bench,
  postgres: LargePostgres,
  world: FilledWorld | undefined,
): Promise<LargeService> {
  if (!world) throw new Error('A large database is missing.');
  const sql = bench.stopAtEnd(stoppable(connectLarge(postgres, world.database, 2))).sql;
  const dataDir = await mkdtemp(join(bench.folder, 'large-'));
  const databaseUrl = connectionUrl({ ...postgres.connection, database: world.database });
  const given = { world, sql, dataDir, databaseUrl };
  const running: LargeService = { ...given, service: await startService(given) };
  bench.stopAtEnd({ stop: () => running.service.stop() });
  return running;
}

const stoppable = (sql: ReturnType<typeof connectLarge>) => ({ sql, stop: () => sql.end({ timeout: 5 }) });

/** The costs of the statements of each operation, of the last round. */
class CostsOfRun {
  readonly #admin: ReturnType<typeof connectLarge>;
  readonly #postgres: number;
  readonly #costs = new Map<string, Map<LargeService, ReadonlyMap<string, StatementCost>>>();

  constructor(admin: ReturnType<typeof connectLarge>, postgres: number) {
    this.#admin = admin;
    this.#postgres = postgres;
  }

  measurement(name: string, given: LargeService, operation: () => Promise<number>): Measurement {
    return async (): Promise<Sample> => {
      if (!ONCE.includes(name)) await operation();
      await forgetCosts(this.#admin);
      const begun = performance.now();
      const { result, cpuSeconds, noise } = await meter({ postgres: this.#postgres }, operation);
      const seconds = (performance.now() - begun) / 1_000;
      const costs = await readCosts(this.#admin, given.world.database);
      const ofName = this.#costs.get(name) ?? new Map();
      this.#costs.set(name, ofName.set(given, costs));
      const all = [...costs.values()];
      const rows = WHOLE.includes(name) ? given.world.messages / 1_000 : result;
      return {
        pages: all.reduce((sum, { pages }) => sum + pages, 0) / rows,
        statementMs: all.reduce((sum, { ms }) => sum + ms, 0) / rows,
        postgresCpu: ((cpuSeconds.postgres ?? 0) * 1_000) / rows,
        doneSeconds: seconds,
        noise,
      };
    };
  }

  grown(smaller: LargeService, larger: LargeService): Grown[] {
    return [...this.#costs].flatMap(([name, costs]) =>
      grownStatements(name, costs.get(smaller) ?? new Map(), costs.get(larger) ?? new Map(), RATIO),
    );
  }
}

function noteOf({ operation, query, pages, ms, calls }: Grown): string {
  const figures = (values: readonly [number, number]) => values.map((value) => value.toFixed(1)).join(' → ');
  return (
    `${operation}: a statement costs more than ${RATIO} times as much, ${figures(pages)} pages and ${figures(ms)} ms for each of ` +
    `${calls.join(' → ')} calls: ${query.replace(/\s+/g, ' ').slice(0, 300)}`
  );
}
