import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../harness/stats.js';
import { type OpenCrowd, openCrowd } from './crowd.js';
import type { Crowd, CrowdJob, Outcome, Posting } from './job.js';
import { requestPoster } from './request-poster.js';

/** How long the last message may take to come to everybody after it was answered. */
const LAST_WITHIN_MS = 30_000;

/** The crowd of the jobs before, which goes when another one is asked for: entering is not what is measured. */
let present: { readonly key: string; readonly crowd: OpenCrowd } | null = null;

/** How many messages make so many deliveries. */
export function messagesFor(deliveries: number, sockets: number): number {
  return Math.max(1, Math.round(deliveries / sockets));
}

/** Does the job; rejects when a message was refused, or did not come to each of the crowd once and in order. */
export async function runCrowdJob(job: CrowdJob): Promise<Outcome> {
  const crowd = await crowdOf(job.crowd);
  const messages = messagesFor(job.amount, job.crowd.sockets);
  const begun = new Float64Array(messages);
  const taken = new Float64Array(messages);
  let complete = 0;
  const { post, onEcho } = postingTo(crowd, job.posting);
  const everybodyHasAll = new Promise<void>((resolve) => {
    crowd.listen({
      onFirst: onEcho,
      onAll: (n) => {
        complete = performance.now();
        // The n-th that is heard is taken for the n-th that was sent: of some under way, another may have been quicker.
        taken[n - 1] = complete - (begun[n - 1] ?? complete);
        if (n === messages) resolve();
      },
    });
  });
  const start = performance.now();
  await postAll(job, messages, (n) => {
    begun[n] = performance.now();
    return post();
  });
  await Promise.race([everybodyHasAll, pause(LAST_WITHIN_MS, undefined, { ref: false })]);
  crowd.check(messages);
  return {
    operations: job.amount,
    seconds: (complete - start) / 1_000,
    p50Ms: percentile(taken, 0.5),
    p99Ms: percentile(taken, 0.99),
  };
}

async function crowdOf(wanted: Crowd): Promise<OpenCrowd> {
  const key = JSON.stringify(wanted);
  if (present?.key === key) return present.crowd;
  present?.crowd.close();
  const crowd = await openCrowd(wanted);
  present = { key, crowd };
  return crowd;
}

/** How one message is posted: what was said is answered when the first of the crowd, who said it, hears it. */
function postingTo(crowd: OpenCrowd, posting: Posting): { post: () => Promise<void>; onEcho: () => void } {
  if (posting.kind === 'requests') return { post: requestPoster(posting), onEcho: () => {} };
  const waiting: Array<() => void> = [];
  return {
    post: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        crowd.first.say(posting.text);
      }),
    onEcho: () => waiting.shift()?.(),
  };
}

async function postAll(
  { perSecond, underWay }: CrowdJob,
  messages: number,
  post: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  if (perSecond === null) {
    const sender = async () => {
      while (next < messages) await post(next++);
    };
    await Promise.all(Array.from({ length: underWay }, sender));
    return;
  }
  const start = performance.now();
  const answers: Array<Promise<void>> = [];
  for (; next < messages; next++) {
    await pause(Math.max(0, start + (next * 1_000) / perSecond - performance.now()));
    answers.push(post(next));
  }
  await Promise.all(answers);
}
