import type { Contestant } from '../harness/contestant.js';
import { meter } from '../harness/meter.js';
import type { Sample } from '../harness/rounds.js';
import type { Jobs, Outcome } from '../load/job.js';
import type { Load } from '../load/load.js';

/** What a contestant does in its turn. */
export interface TurnPlan<Kind extends keyof Jobs> {
  readonly contestant: Pick<Contestant, 'pid'>;
  readonly postgresPid: number;
  readonly load: Load<Kind>;
  readonly job: Omit<Jobs[Kind], 'amount'>;
  /** How long a turn should take; the first ones find out how many operations that is. */
  readonly seconds: number;
  /** Of the first run, which finds the speed: a few for each sender. */
  readonly firstAmount: number;
  /** Called after every run with the number of operations that were done; throws when their effect is not right. */
  readonly verify?: (done: number) => Promise<void>;
}

/** So many seconds before the first round, until the compilers have done their work. */
const WARM_UP_SECONDS = 6;

/** A contestant's turn at a cell: call it once a round. */
export function turn<Kind extends keyof Jobs>(plan: TurnPlan<Kind>): () => Promise<Sample> {
  let rate = 0;
  const work = async (seconds: number) => {
    const sample = await once(plan, Math.max(plan.firstAmount, Math.round(rate * seconds)));
    rate = sample.rate;
    return sample;
  };
  return async () => {
    if (rate === 0) {
      await work(0);
      await work(WARM_UP_SECONDS);
    }
    return work(plan.seconds);
  };
}

async function once<Kind extends keyof Jobs>(plan: TurnPlan<Kind>, amount: number) {
  const { contestant, load, postgresPid, job, verify } = plan;
  const roots = { service: contestant.pid, postgres: postgresPid, generator: load.pid };
  // The job with its amount; TypeScript cannot see through Omit of a type that is chosen by a parameter.
  const whole = { ...job, amount } as Jobs[Kind];
  const metered = await meter(roots, () => load.run(whole));
  await verify?.(amount);
  return toSample(metered.result, metered.cpuSeconds, metered.noise);
}

function toSample(
  { operations, seconds, p50Ms, p99Ms }: Outcome,
  cpuSeconds: Readonly<Record<string, number>>,
  noise: number,
) {
  const perThousand = (tree: string) => ((cpuSeconds[tree] ?? 0) * 1_000) / operations;
  return {
    rate: operations / seconds,
    p50Ms,
    p99Ms,
    cpu: perThousand('service') + perThousand('postgres'),
    serviceCpu: perThousand('service'),
    postgresCpu: perThousand('postgres'),
    generatorCpu: perThousand('generator'),
    noise,
  };
}
