import { type TrackedEnvelope, tracked } from '@trpc/server';
import { AppError } from '../../kernel/errors/app-error.js';
import type { Delivery } from '../../log/delivery.js';
import type { Ending, Feed, FeedOptions } from '../../procedures/feed.js';
import type { ServiceFrame, StreamFrame } from '../../protocol/frames.js';
import type { EventsInput } from '../schemas.js';
import { type CursorMap, decodeCursors, encodeCursors } from './cursors.js';

/** The connection under a native subscription. */
export interface NativeTransport {
  /** Resolves when it can take another frame. */
  ready(): Promise<void>;
  /** Bytes that it has taken and not sent yet. */
  unsent(): number;
  /** Called when the subscription ends, also while the subscriber is busy. */
  onEnd(ending: Ending): void;
}

export interface NativeSubscription {
  /** Opens the subscription's feed. */
  readonly connect: (options: FeedOptions) => Feed;
  readonly input: EventsInput;
  readonly signal: AbortSignal | undefined;
  readonly transport: NativeTransport;
}

/**
 * Serves a feed as a native subscription. The id of each frame holds the positions in all its streams.
 * Throws `UNAUTHENTICATED` when the session is over. Throws `BUSY` when the subscriber was too slow, the log cannot be read
 * or the service stops: tRPC's client then reconnects by itself with the last id.
 */
export async function* followEvents(
  subscription: NativeSubscription,
): AsyncGenerator<TrackedEnvelope<StreamFrame>, void> {
  const { connect, input, signal, transport } = subscription;
  const ids = [...new Set(input.channels)];
  const cursors = cursorsOf(ids, input);
  const feed = connect({
    unsent: () => transport.unsent(),
    onEnd: (ending) => transport.onEnd(ending),
  });
  const stop = () => feed.end('closed');
  signal?.addEventListener('abort', stop, { once: true });
  try {
    if (signal?.aborted) return;
    await feed.subscribe({ channelIds: ids, since: cursors });
    for await (const batch of feed.deliveries()) {
      for (const delivery of batch) {
        await transport.ready();
        if (feed.ending !== null) break;
        const frame = streamFrameOf(delivery.frame);
        if (frame === null) continue;
        advance(cursors, delivery, frame);
        yield tracked(encodeCursors(ids, cursors), frame);
      }
    }
    if (feed.ending === 'session-over') throw new AppError('UNAUTHENTICATED');
    if (feed.ending !== null && feed.ending !== 'closed') throw new AppError('BUSY');
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

function cursorsOf(ids: readonly string[], { since, lastEventId }: EventsInput): CursorMap {
  const given = new Map(Object.entries(since ?? {}));
  const cursors = new Map([...given].filter(([id]) => ids.includes(id)));
  if (lastEventId == null) return cursors;
  return new Map([...cursors, ...decodeCursors(ids, lastEventId)]);
}

function advance(cursors: CursorMap, { position }: Delivery, frame: StreamFrame): void {
  if (position) cursors.set(position.streamId, position.seq);
  if (frame.type === 'resync') cursors.set(frame.data.channelId, frame.data.seq);
  if (frame.type !== 'subscribed') return;
  for (const { id, seq } of frame.data.channels) {
    if (!cursors.has(id)) cursors.set(id, seq);
  }
}

/** Null for a frame that concerns the connection alone, which a subscription does not carry. */
function streamFrameOf(frame: ServiceFrame): StreamFrame | null {
  switch (frame.type) {
    case 'ready':
    case 'error':
    case 'pong':
      return null;
    default:
      return frame;
  }
}
