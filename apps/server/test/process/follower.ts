import { createPalaverClient } from '@palaver/client';
import { WebSocket } from 'ws';

/** A member who follows a channel with the product's own client, across lost connections. */
export interface Follower {
  /** The contents of the messages, in the order in which they came. */
  readonly received: readonly string[];
  /** For how many milliseconds it was not live, once for each time. */
  readonly gaps: readonly number[];
  readonly isLive: () => boolean;
  close(): void;
}

let addresses = 0;

/** Follows a channel from its present end on. Each follower has an address of its own, and so its own rate limits. */
export async function follow(url: string, token: string, channelId: string): Promise<Follower> {
  addresses++;
  const headers = { 'X-Forwarded-For': `10.77.${(addresses >> 8) % 256}.${addresses % 256}` };
  const client = createPalaverClient({
    url,
    token,
    fetch: (input, init = {}) => {
      const all = new Headers(init.headers);
      all.set('X-Forwarded-For', headers['X-Forwarded-For']);
      return fetch(input, { ...init, headers: all });
    },
    WebSocket: class extends WebSocket {
      constructor(address: string) {
        super(address, { headers });
      }
    },
  });
  const received: string[] = [];
  const gaps: number[] = [];
  let lostAt: number | null = null;
  let live = false;
  let begun = () => {};
  const subscribed = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const stream = client.events.subscribe({
    channels: [channelId],
    onState: ({ status }) => {
      const wasLive = live;
      live = status === 'live';
      if (live) begun();
      if (live && lostAt !== null) gaps.push(performance.now() - lostAt);
      if (live) lostAt = null;
      else if (wasLive) lostAt = performance.now();
    },
  });
  void (async () => {
    for await (const event of stream) {
      if (event.type === 'message.created' && 'content' in event.data)
        received.push(String(event.data.content));
    }
  })();
  await subscribed;
  return { received, gaps, isLive: () => live, close: () => client.close() };
}
