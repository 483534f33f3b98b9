import { setTimeout as pause } from 'node:timers/promises';
import type { Measurement, Sample } from '../../../harness/cell.js';
import type { Bench } from '../../../harness/workload.js';
import { requestSender } from '../../../load/http/request-sender.js';
import { meter } from '../../../measure/cpu-meter.js';
import { watchLocks } from '../../../measure/lock-waits.js';
import { treeMemoryMb } from '../../../measure/memory.js';
import { percentile } from '../../../measure/stats.js';
import type { Palaver } from '../../../targets/palaver/palaver.js';
import { sendRequests, sendStatus } from '../send-requests.js';
import type { LongOperation } from './operation.js';

const LOOK_MS = 500;
/** Posts before the measurement, which the JIT compilers need. */
const WARM_UP_POSTS = 300;

/** Measures posts, one after the other, for some seconds. */
export function postsAlone(bench: Bench, palaver: Palaver): Measurement {
  return async () => {
    const { channelIds } = palaver.fixture;
    const rest = () => pause(bench.seconds * 1_000);
    const { seconds: _, ...sample } = await measure(bench, palaver, channelIds, rest);
    return sample;
  };
}

/** The same while a long operation goes on, from its start to its end. */
export function postsBeside(
  bench: Bench,
  palaver: Palaver,
  prepare: () => Promise<LongOperation>,
): Measurement {
  return async () => {
    const { channelIds, start, isDone } = await prepare();
    const { seconds, ...sample } = await measure(bench, palaver, channelIds, async () => {
      await start();
      while (!(await isDone())) await pause(LOOK_MS);
    });
    return { ...sample, doneSeconds: seconds };
  };
}

async function measure(
  bench: Bench,
  palaver: Palaver,
  channelIds: readonly string[],
  work: () => Promise<void>,
): Promise<Sample & { readonly seconds: number }> {
  const { url, fixture, database } = palaver;
  const [token = ''] = fixture.tokens;
  const requests = sendRequests('REST', { channelIds, tokens: [token] }, channelIds.length);
  const post = requestSender({ url, status: sendStatus.REST, requests });
  for (let n = 0; n < WARM_UP_POSTS; n++) await post();
  const locks = watchLocks(database);
  const roots = { service: palaver.pid, postgres: bench.postgres.pid };
  const startedAt = performance.now();
  const { result, noise } = await meter(roots, () => postUntil(post, work(), palaver.pid));
  const seconds = (performance.now() - startedAt) / 1_000;
  const { latencies, peakMb } = result;
  return {
    rate: latencies.length / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    maxMs: Math.max(...latencies),
    lockMs: await locks.stop(),
    peakMb,
    noise,
    seconds,
  };
}

async function postUntil(post: () => Promise<void>, end: Promise<void>, pid: number) {
  const latencies: number[] = [];
  let isOver = false;
  let peakMb = 0;
  const ended = end.finally(() => {
    isOver = true;
  });
  // It is awaited once nothing is posted any more.
  ended.catch(() => {});
  const sampling = (async () => {
    while (!isOver) {
      peakMb = Math.max(peakMb, await treeMemoryMb(pid));
      await pause(LOOK_MS);
    }
  })();
  while (!isOver) {
    const sentAt = performance.now();
    await post();
    latencies.push(performance.now() - sentAt);
  }
  await Promise.all([ended, sampling]);
  return { latencies, peakMb };
}
