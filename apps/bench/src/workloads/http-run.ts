import type { Contestant } from '../harness/contestant.js';
import { meter } from '../harness/meter.js';
import type { Sample } from '../harness/rounds.js';
import type { HttpJob, HttpOutcome } from '../load/job.js';
import type { Load } from '../load/load.js';

/** What a run over HTTP needs besides its job. */
export interface HttpRun {
  readonly contestant: Contestant;
  readonly load: Load;
  readonly postgresPid: number;
  /** How long a run should take; the first ones find out how many requests that is. */
  readonly seconds: number;
  readonly job: Omit<HttpJob, 'amount' | 'url'>;
  /** Called after every run with the number of requests that were answered; throws when their effect is not right. */
  readonly verify?: (answered: number) => Promise<void>;
}

/** Requests for each connection of the first run, which finds the speed. */
const FIRST_REQUESTS = 50;
/** Then so many seconds until the compilers have done their work. */
const WARM_UP_SECONDS = 2;

/** A contestant's turn at a cell: call it once a round. */
export function httpTurn(run: HttpRun): () => Promise<Sample> {
  const { connections } = run.job;
  let rate = 0;
  const work = async (seconds: number) => {
    const sample = await once(run, Math.max(FIRST_REQUESTS * connections, Math.round(rate * seconds)));
    rate = sample.rate;
    return sample;
  };
  return async () => {
    if (rate === 0) {
      await work(0);
      await work(WARM_UP_SECONDS);
    }
    return work(run.seconds);
  };
}

async function once(run: HttpRun, amount: number) {
  const { contestant, load, postgresPid, job, verify } = run;
  const roots = { service: contestant.pid, postgres: postgresPid, generator: load.pid };
  const metered = await meter(roots, () => load.run({ ...job, url: contestant.url, amount }));
  await verify?.(amount);
  return toSample(metered.result, metered.cpuSeconds, metered.noise);
}

function toSample(
  { operations, seconds, p50Ms, p99Ms }: HttpOutcome,
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
