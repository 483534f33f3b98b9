import type { EventStream, PalaverClient } from '@palaver/client';

/** A stream that is read all the time. */
export interface Reader {
  /** The contents of the messages, in the order in which they came. */
  readonly received: readonly string[];
  /** In milliseconds: for how long each connection that was lost was away. */
  readonly gaps: readonly number[];
  isLive(): boolean;
  /** Resolves once it has received so many messages. */
  caughtUp(count: number): Promise<void>;
}

/** Follows a channel. Resolves when the stream is live for the first time. */
export async function follow(client: PalaverClient, channelId: string): Promise<Reader> {
  const received: string[] = [];
  const waiting = new Map<number, () => void>();
  const gaps: number[] = [];
  let live = false;
  let lostAt = 0;
  await new Promise<void>((resolve) => {
    const stream = client.events.subscribe({
      channels: [channelId],
      onState: ({ status }) => {
        if (live && status !== 'live') lostAt = performance.now();
        if (!live && status === 'live' && lostAt > 0) gaps.push(performance.now() - lostAt);
        live = status === 'live';
        if (live) resolve();
      },
    });
    void read(stream, (content) => {
      received.push(content);
      waiting.get(received.length)?.();
    });
  });
  const caughtUp = (count: number) =>
    new Promise<void>((resolve) => {
      if (received.length >= count) resolve();
      else waiting.set(count, resolve);
    });
  return { received, gaps, isLive: () => live, caughtUp };
}

async function read(stream: EventStream, onMessage: (content: string) => void): Promise<void> {
  for await (const event of stream) {
    if (event.type === 'message.created') onMessage(event.data.content);
  }
}

/** The `share` smallest of some figures end with this one, rounded: 0.99 for the 99th percentile. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
}
