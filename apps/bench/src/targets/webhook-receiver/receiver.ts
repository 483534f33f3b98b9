import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nextMessage } from '../../load/common/next-message.js';

const PROGRAM = fileURLToPath(new URL('./receiver-process.js', import.meta.url));
const ENDED = 'The receiver of webhooks ended unexpectedly.';
const LOOK_MS = 20;
/** So long nothing may come before what is missing is given up. */
const SILENCE_MS = 30_000;

/** `take` begins a new count. */
export type ReceiverQuestion = 'count' | 'take';

export interface ReceiverReport {
  /** Since the last `take`. */
  readonly received: number;
  /** From the timestamps of the events to their receipt; zero where they were only counted. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** What came twice, or not in the order of its channel. */
  readonly wrong: string | null;
}

/** Takes the deliveries of webhooks, in a process of its own. */
export interface WebhookReceiver {
  readonly pid: number;
  /** One for each webhook, each of another host. */
  readonly urls: readonly string[];
  count(): Promise<number>;
  /** Resolves once this many deliveries have come since the last call. Rejects when one is missing, came twice or out of order. */
  take(deliveries: number): Promise<ReceiverReport>;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(webhooks: number): Promise<WebhookReceiver> {
  const hosts = Array.from({ length: webhooks }, (_, n) => `127.1.0.${n + 1}`);
  const child = fork(PROGRAM, hosts, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { pid } = child;
  if (pid === undefined) throw new Error('Cannot start the receiver of webhooks.');
  const exited = once(child, 'exit');
  const urls = await nextMessage<string[]>(child, ENDED);
  const ask = (question: ReceiverQuestion) => {
    const replied = nextMessage<ReceiverReport>(child, ENDED);
    child.send(question);
    return replied;
  };
  const count = async () => (await ask('count')).received;
  return {
    pid,
    urls,
    count,
    async take(deliveries) {
      await untilCounted(count, deliveries);
      const report = await ask('take');
      if (report.wrong !== null) throw new Error(`A delivery was wrong: ${report.wrong}.`);
      if (report.received !== deliveries)
        throw new Error(`${report.received} deliveries came instead of ${deliveries}.`);
      return report;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

async function untilCounted(count: () => Promise<number>, expected: number): Promise<void> {
  let last = { received: await count(), at: performance.now() };
  while (last.received < expected) {
    await pause(LOOK_MS);
    const received = await count();
    const now = performance.now();
    if (received > last.received) last = { received, at: now };
    else if (now - last.at > SILENCE_MS)
      throw new Error(
        `${received} of ${expected} deliveries came, and then none for ${SILENCE_MS / 1_000} s.`,
      );
  }
}
