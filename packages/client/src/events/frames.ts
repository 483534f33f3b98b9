import type { Event, ServiceFrame } from '../service.js';

/**
 * What a stream brings, distinguished by `type`: the events of the service, `typing.started`, `presence.updated`,
 * `receipts.updated`, and
 * - `subscribed`: where each stream begins; sent for each connection. Streams in `denied` are dropped;
 * - `resync`: the log no longer reaches back to the cursor. Read the state again, events after `seq` follow;
 * - `access.revoked` without a `seq`: access to the stream has ended, and nothing more of it is delivered;
 * - `error`: the service refused a frame (`typing` where the user may not post).
 *
 * A newer service may send types that are not listed here: give a `switch` a default.
 */
export type PalaverEvent = Exclude<ServiceFrame, { type: 'ready' | 'pong' }>;

/** One kind of event: `PalaverEventOf<'message.created'>`. */
export type PalaverEventOf<Type extends PalaverEvent['type']> = Extract<PalaverEvent, { type: Type }>;

/** A position in a stream. */
export interface Position {
  /** The id of a channel, a server or a user. */
  readonly streamId: string;
  /** Dense, from 1. */
  readonly seq: number;
}

/** The position of an event; null for what is not in the log (typing, presence) and has none. */
export function positionOf({ data }: PalaverEvent): Position | null {
  return 'seq' in data ? { streamId: streamIdOf({ data }), seq: data.seq } : null;
}

/** The id of the stream that an event belongs to. */
export function streamIdOf({ data }: Pick<Event | PalaverEventOf<'resync'>, 'data'>): string {
  return 'streamId' in data ? data.streamId : data.channelId;
}

/**
 * Whether an event is in the log of its stream. A `resync` has a position, but replaces events that are no longer in
 * the log.
 */
export function isLogged(event: PalaverEvent): event is Event {
  return 'seq' in event.data && event.type !== 'resync';
}

/** Reads a frame; null for what is not JSON. */
export function parseFrame(data: unknown): ServiceFrame | null {
  if (typeof data !== 'string') return null;
  try {
    // The service's tests check every frame that it sends against its schema.
    return JSON.parse(data) as ServiceFrame;
  } catch {
    return null;
  }
}
