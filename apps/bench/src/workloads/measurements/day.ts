import type { Measurement, Sample } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import type { DayOutcome, DaySpec } from '../../load/day/day-job.js';
import type { Timed } from '../../load/day/day-times.js';
import type { DayLength } from '../../load/day/world.js';
import { type LoadGenerator, startLoadGenerator } from '../../load/load-generator.js';
import { meter } from '../../measure/cpu-meter.js';
import { treeMemoryMb } from '../../measure/memory.js';
import { untilAtRest } from '../../measure/rest.js';
import type { BenchDatabase } from '../../postgres/database.js';
import type { Target } from '../../targets/target.js';

/** The day before, in which the target warms up. */
const WARM_UP_SECONDS = 20;
/** What the names of the targets' process trees begin with. */
const SERVICE = 'service';

export interface DayPlan {
  /** The processes of the target. */
  readonly targets: ReadonlyArray<Pick<Target, 'pid'>>;
  readonly database: BenchDatabase;
  readonly people: readonly DaySpec[];
  readonly length: DayLength;
  /** Throws unless this many messages were added to the database. */
  readonly verify: (messages: number) => Promise<void>;
}

/** The figures of a whole day, and of each act and delivery. */
export interface DayMeasurements {
  readonly day: Measurement;
  readonly of: (what: Timed) => Measurement;
}

/** Lets the day of a target pass once for each round, whichever of its figures is asked for first. */
export function dayMeasurements(bench: Bench, plan: DayPlan): DayMeasurements {
  const days: Array<Promise<DayResult>> = [];
  let load: LoadGenerator<'day'> | null = null;
  const next = () => {
    load ??= bench.stopAtEnd(startLoadGenerator('day'));
    return measureDay(bench, plan, load, days.length);
  };
  /** The n-th call has the n-th day. */
  const each = (read: (result: DayResult) => Sample): Measurement => {
    let round = 0;
    return async () => {
      days[round] ??= next();
      const result = await days[round++];
      return result === undefined ? {} : read(result);
    };
  };
  const of = (what: Timed) => each(({ outcome }) => timesOf(outcome, what));
  return { day: each(({ sample }) => sample), of };
}

interface DayResult {
  readonly outcome: DayOutcome;
  readonly sample: Sample;
}

/** The first day of a target follows on a short one. */
async function measureDay(
  bench: Bench,
  { targets, database, people, length, verify }: DayPlan,
  load: LoadGenerator<'day'>,
  day: number,
): Promise<DayResult> {
  if (day === 0) {
    // As many arrive in a second as on the day itself, and do not stay as long as on a slow one.
    const some = people.filter((_, n) => n % Math.round(length.seconds / WARM_UP_SECONDS) === 0);
    const warmUp = { people: some, length: { pace: 1, seconds: WARM_UP_SECONDS } };
    const { messages } = await load.run({ ...warmUp, seed: 0, amount: 0 });
    await verify(messages);
  }
  await untilAtRest(bench.postgres.pid);
  const before = await sizeOf(database);
  const services = Object.fromEntries(targets.map(({ pid }, n) => [`${SERVICE} ${n}`, pid]));
  const roots = { ...services, postgres: bench.postgres.pid, generator: load.pid };
  const metered = await meter(roots, async () => {
    const outcome = await load.run({ people, length, seed: 1 + day, amount: 0 });
    const memory = await Promise.all(targets.map(({ pid }) => treeMemoryMb(pid)));
    return { outcome, loadedMb: memory.reduce((sum, mb) => sum + mb, 0) };
  });
  const { outcome, loadedMb } = metered.result;
  await verify(outcome.messages);
  const storedBytes = (await sizeOf(database)) - before;
  return {
    outcome,
    sample: {
      ...timesOf(outcome, 'message delivered'),
      ...cpuOf(outcome, metered.cpuSeconds),
      rate: outcome.operations / outcome.seconds,
      loadedMb,
      personKb: outcome.bytes / 1_000 / (outcome.activeSeconds / 3_600),
      storedBytes: storedBytes / outcome.messages,
      noise: metered.noise,
    },
  };
}

/** For each delivery, and for each second between the first and the last act of a visit. */
function cpuOf(
  { operations, activeSeconds }: DayOutcome,
  cpuSeconds: Readonly<Record<string, number>>,
): Sample {
  const sumOf = (trees: string) =>
    Object.entries(cpuSeconds).reduce((sum, [name, value]) => sum + (name.startsWith(trees) ? value : 0), 0);
  const service = sumOf(SERVICE);
  const postgres = sumOf('postgres');
  return {
    cpu: ((service + postgres) * 1_000) / operations,
    serviceCpu: (service * 1_000) / operations,
    postgresCpu: (postgres * 1_000) / operations,
    generatorCpu: (sumOf('generator') * 1_000) / operations,
    personCpu: ((service + postgres) * 1_000) / activeSeconds,
    personServiceCpu: (service * 1_000) / activeSeconds,
    personPostgresCpu: (postgres * 1_000) / activeSeconds,
  };
}

function timesOf({ times }: DayOutcome, what: Timed): Sample {
  const found = times[what];
  return found === undefined ? {} : { p50Ms: found.p50Ms, p95Ms: found.p95Ms, p99Ms: found.p99Ms };
}

/** In bytes. */
async function sizeOf({ sql }: BenchDatabase): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`;
  return row?.bytes ?? 0;
}
