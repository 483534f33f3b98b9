import type { Measurement, Sample } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import type { Outcome } from '../../load/common/job.js';
import type { JobKind, Jobs } from '../../load/jobs.js';
import type { LoadGenerator } from '../../load/load-generator.js';
import { meter, type ProcessRoots } from '../../measure/cpu-meter.js';
import { untilAtRest } from '../../measure/rest.js';
import type { Target } from '../../targets/target.js';

export interface LoadPlan<Kind extends JobKind> {
  /** The processes whose CPU counts. */
  readonly targets: ReadonlyArray<Pick<Target, 'pid'>>;
  readonly load: LoadGenerator<Kind>;
  readonly job: Omit<Jobs[Kind], 'amount'>;
  /** Operations of the first job, which finds out the rate: a few for each sender. */
  readonly firstAmount: number;
  /** `WARM_UP_SECONDS` where it is absent. */
  readonly warmUpSeconds?: number;
  /** Other processes of the benchmark that work meanwhile. */
  readonly others?: ProcessRoots;
  /** Called at the end of every job; resolves with what it has measured of the job's consequences. */
  readonly follow?: (outcome: Outcome) => Promise<Sample>;
  /** Called after every job with the number of its operations; throws when their effect is wrong. */
  readonly verify?: (operations: number) => Promise<void>;
}

/** What the names of the targets' process trees begin with. */
const SERVICE = 'service';
/** The warm-up before the first measurement: the time until the JIT compilers have optimised the code. */
const WARM_UP_SECONDS = 6;

/** Before each measurement, since a target that has rested for seconds has left the caches of the machine. */
const BEGIN_SECONDS = 1;

/** Measures a target with the load of a cell, while nothing else is left to do. The first call warms the target up. */
export function loadMeasurement<Kind extends JobKind>(bench: Bench, plan: LoadPlan<Kind>): Measurement {
  let rate = 0;
  const run = async (seconds: number) => {
    const sample = await runJob(bench, plan, Math.max(plan.firstAmount, Math.round(rate * seconds)));
    rate = sample.rate;
    return sample;
  };
  return async () => {
    if (rate === 0) {
      await run(0);
      await run(plan.warmUpSeconds ?? WARM_UP_SECONDS);
    }
    await untilAtRest(bench.postgres.pid);
    await run(Math.min(BEGIN_SECONDS, bench.seconds));
    return run(bench.seconds);
  };
}

/** Does one job with the meter on, and verifies its effect. */
async function runJob<Kind extends JobKind>(bench: Bench, plan: LoadPlan<Kind>, amount: number) {
  const { targets, load, job, others, follow, verify } = plan;
  const services = Object.fromEntries(targets.map(({ pid }, n) => [`${SERVICE} ${n}`, pid]));
  const roots = { ...services, ...others, postgres: bench.postgres.pid, generator: load.pid };
  // TypeScript cannot see that Omit and the amount make a whole job when the type depends on a parameter.
  const whole = { ...job, amount } as Jobs[Kind];
  const metered = await meter(roots, () => load.run(whole));
  const followed = await follow?.(metered.result);
  await verify?.(amount);
  return { ...toSample(metered.result, metered.cpuSeconds, metered.noise), ...followed };
}

function toSample(
  { operations, seconds, p50Ms, p99Ms }: Outcome,
  cpuSeconds: Readonly<Record<string, number>>,
  noise: number,
) {
  const perThousand = (trees: string) => {
    const seconds = Object.entries(cpuSeconds).flatMap(([name, value]) =>
      name.startsWith(trees) ? value : [],
    );
    return (seconds.reduce((sum, value) => sum + value, 0) * 1_000) / operations;
  };
  return {
    rate: operations / seconds,
    p50Ms,
    p99Ms,
    cpu: perThousand(SERVICE) + perThousand('postgres'),
    serviceCpu: perThousand(SERVICE),
    postgresCpu: perThousand('postgres'),
    generatorCpu: perThousand('generator'),
    noise,
  };
}
