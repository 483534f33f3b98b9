import { percentile } from '../harness/stats.js';
import { clientAddresses } from './addresses.js';
import { seqAt } from './crowd.js';
import type { Outcome, ResumeJob } from './job.js';
import { type Listener, listenAt } from './listener.js';

const MESSAGE = Buffer.from('{"type":"message.created"');
const SUBSCRIBED = /^\{"type":"subscribed","data":\{"channels":\[\{"id":"[^"]+","seq":(\d+)\}\]/;

const nextAddress = clientAddresses();

/** Lets all sockets come back at once; rejects when one was lost, or got anything but exactly what it had missed. */
export async function runResumeJob({ returns }: ResumeJob): Promise<Outcome> {
  const begun = performance.now();
  const listeners: Listener[] = [];
  const took = await Promise.all(
    returns.map(async (one) => {
      await comeBack(one, (listener) => listeners.push(listener));
      return performance.now() - begun;
    }),
  );
  for (const listener of listeners) listener.close();
  const latencies = Float64Array.from(took);
  return {
    operations: returns.length,
    seconds: Math.max(...took) / 1_000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}

/** Resolves when it has everything up to what the stream had reached when it subscribed. */
function comeBack(
  { entrance, channelId, since }: ResumeJob['returns'][number],
  onOpen: (listener: Listener) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let last = since;
    let head = Number.POSITIVE_INFINITY;
    const hear = (bytes: Buffer, start: number, end: number) => {
      if (bytes.compare(MESSAGE, 0, MESSAGE.length, start, Math.min(end, start + MESSAGE.length)) === 0) {
        const seq = seqAt(bytes, end);
        if (seq !== last + 1) reject(new Error(`After ${last} of ${channelId} came ${seq}.`));
        last = seq;
      } else {
        const [, told] = SUBSCRIBED.exec(bytes.toString('utf8', start, end)) ?? [];
        if (told === undefined) return;
        head = Number(told);
      }
      if (last >= head) resolve();
    };
    const subscribe = { type: 'subscribe', data: { channelIds: [channelId], since: { [channelId]: since } } };
    const headers = { ...entrance.headers, 'x-forwarded-for': nextAddress() };
    const dialogue = [{ until: '"ready"' }];
    listenAt({ ...entrance, headers, dialogue }, hear, (reason) => reject(new Error(reason))).then(
      (listener) => {
        onOpen(listener);
        listener.say(JSON.stringify(subscribe));
      },
      reject,
    );
  });
}
