import { type TrackedEnvelope, tracked } from '@trpc/server';
import { AppError } from '../kernel/errors/app-error.js';
import type { Delivery } from '../log/delivery.js';
import type { Feed, FeedOptions } from '../procedures/feed.js';
import type { ServiceFrame, StreamFrame } from '../protocol/frames.js';
import { type CursorMap, decodeCursors, encodeCursors } from './cursors.js';
import type { EventsInput } from './schemas.js';

/** What carries a native subscription. */
export interface NativeTransport {
  /** Resolves when it can take more. */
  ready(): Promise<void>;
  /** Bytes that it has taken and not got rid of. */
  unsent(): number;
  /** Called when the subscription ends because too much has piled up. */
  onOverflow(): void;
}

export interface Following {
  /** Opens the feed of this subscription. */
  readonly connect: (options: FeedOptions) => Feed;
  readonly input: EventsInput;
  readonly signal: AbortSignal | undefined;
  readonly transport: NativeTransport;
}

/**
 * The feed as a native subscription. The id of each frame says where the subscription stands in all its streams.
 * Throws `UNAUTHENTICATED` when the session is over, and `BUSY`, after which tRPC's client comes back by itself with
 * the last id, when the consumer was too slow or the service stops.
 */
export async function* followEvents(
  following: Following,
): AsyncGenerator<TrackedEnvelope<StreamFrame>, void> {
  const { connect, input, signal, transport } = following;
  const ids = [...new Set(input.channels)];
  const cursors = cursorsOf(ids, input);
  const feed = connect({
    unsent: () => transport.unsent(),
    onEnd: (ending) => ending === 'overflow' && transport.onOverflow(),
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
        const frame = inStream(delivery.frame);
        if (frame === null) continue;
        move(cursors, delivery, frame);
        yield tracked(encodeCursors(ids, cursors), frame);
      }
    }
    if (feed.ending === 'session-over') throw new AppError('UNAUTHENTICATED');
    if (feed.ending === 'overflow' || feed.ending === 'restarting') throw new AppError('BUSY');
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

function move(cursors: CursorMap, { position }: Delivery, frame: StreamFrame): void {
  if (position) cursors.set(position.streamId, position.seq);
  if (frame.type === 'resync') cursors.set(frame.data.channelId, frame.data.seq);
  if (frame.type !== 'subscribed') return;
  for (const { id, seq } of frame.data.channels) {
    if (!cursors.has(id)) cursors.set(id, seq);
  }
}

/** What concerns the connection alone has no place in a subscription. */
function inStream(frame: ServiceFrame): StreamFrame | null {
  switch (frame.type) {
    case 'ready':
    case 'error':
    case 'pong':
      return null;
    default:
      return frame;
  }
}
