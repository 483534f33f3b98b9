import { setTimeout as pause } from 'node:timers/promises';
import type { Measurement } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import { meter } from '../../measure/cpu-meter.js';
import type { Palaver } from '../../targets/palaver/palaver.js';

/** Messages in a round. */
const MESSAGES = 10;
/** How often the inboxes are looked at. */
const LOOK_MS = 20;
/**
 * So long after a post that notifies nobody comes the next one: about the time that ten thousand inboxes take. What has
 * rested is slower, be it a connection or the caches of a processor, and that is not what is measured.
 */
const REST_MS = 1_800;

interface Audience {
  readonly channelId: string;
  /** How many of its members want all messages. */
  readonly people: number;
}

/** Measures posts, one after the other, and how long it takes until the inboxes of all people have each of them. */
export function inboxMeasurement(
  bench: Bench,
  palaver: Palaver,
  { channelId, people }: Audience,
): Measurement {
  const roots = { service: palaver.pid, postgres: bench.postgres.pid };
  const postAll = async () => {
    const posts: number[] = [];
    const inboxes: number[] = [];
    for (let n = 0; n < MESSAGES; n++) {
      const before = await counted(palaver, channelId);
      const startedAt = performance.now();
      await post(palaver, channelId);
      posts.push(performance.now() - startedAt);
      const isDone = async () =>
        (await counted(palaver, channelId)) >= before + people &&
        (people > 0 || performance.now() >= startedAt + REST_MS);
      while (!(await isDone())) await pause(LOOK_MS);
      inboxes.push(performance.now() - startedAt);
    }
    return { posts, inboxes };
  };
  return async () => {
    const { result, cpuSeconds, noise } = await meter(roots, postAll);
    await palaver.storageCheck.verify(MESSAGES);
    return {
      p50Ms: result.posts.sort((a, b) => a - b)[MESSAGES / 2] ?? 0,
      ...(people > 0 ? { inboxMs: Math.max(...result.inboxes) } : {}),
      cpu: (((cpuSeconds.service ?? 0) + (cpuSeconds.postgres ?? 0)) * 1_000) / MESSAGES,
      noise,
    };
  };
}

async function post({ url, fixture }: Palaver, channelId: string): Promise<void> {
  const response = await fetch(`${url}/api/channels/${channelId}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fixture.tokens[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'hello' }),
  });
  if (response.status !== 201) throw new Error(`a post was answered with ${response.status}`);
  await response.arrayBuffer();
}

/** How many messages the items of a channel have counted. */
async function counted({ database }: Palaver, channelId: string): Promise<number> {
  const [row] = await database.sql<{ sum: number }[]>`
    select coalesce(sum(count), 0)::int as sum from notifications where channel_id = ${channelId}`;
  return row?.sum ?? 0;
}
