import type { ServiceFrame } from '@palaver/core';

/**
 * What a stream brings, told apart by `type`: the events of the service, and what has to be known of the streams:
 * - `subscribed`: where each stream begins, each time the connection is made; `denied` ones are dropped;
 * - `resync`: the log no longer reaches back to the cursor; read the state again, events after `seq` follow;
 * - `access.revoked`: a stream is lost, nothing more comes of it;
 * - `error`: the service did not take what was sent (`typing`, where one may not post).
 *
 * A newer service may bring types that are not listed: leave a way out of a `switch` for them.
 */
export type PalaverEvent = Exclude<ServiceFrame, { type: 'ready' | 'pong' }>;

/** One kind of event: `PalaverEventOf<'message.created'>`. */
export type PalaverEventOf<Type extends PalaverEvent['type']> = Extract<PalaverEvent, { type: Type }>;

/** A place in a stream: `streamId` is the id of a channel, a server or a user. */
export interface Place {
  readonly streamId: string;
  /** Dense, from 1. */
  readonly seq: number;
}

/** Where an event stands; null for what is not kept (typing, presence) and has no place. */
export function placeOf({ data }: PalaverEvent): Place | null {
  if (!('seq' in data)) return null;
  return { streamId: 'streamId' in data ? data.streamId : data.channelId, seq: data.seq };
}

/** Reads a frame; null for what no service of ours sends. */
export function parseFrame(data: unknown): ServiceFrame | null {
  if (typeof data !== 'string') return null;
  try {
    // The service's tests hold every frame it sends against its schema.
    return JSON.parse(data) as ServiceFrame;
  } catch {
    return null;
  }
}
