import type { Cursors } from '../events/cursors.js';
import type { PalaverEvent } from '../events/frames.js';
import type { ReadTools, ResourceState } from '../state/resource.js';
import { applyEvent, type Reducer, type View } from '../state/view.js';
import { keepSame } from './equality.js';

/**
 * Makes a read. What it resolves with gives the answer with all events that have come since, and follows its streams from
 * then on: whoever calls it keeps the view at once, so that the next event finds it.
 */
export type Reading = <State>(
  read: (tools: ReadTools) => Promise<View<State>>,
  reduce: Reducer<State>,
) => Promise<() => View<State>>;

/** A resource as the store has it: views of the service's answers, and what is shown of them. */
export interface Held {
  readonly key: string;
  readonly of: string | null;
  readonly state: ResourceState<unknown>;
  /** Whether it must be read, for the first time or again. */
  readonly outdated: boolean;
  /** The positions of its views. */
  cursors(): readonly Cursors[];
  /** Applies an event of the log. Returns whether one of its views has moved. */
  apply(event: PalaverEvent): boolean;
  /** The log of a stream does not reach back to before a position. */
  resync(streamId: string, seq: number): void;
  /** A stream has ended for the person. */
  lose(streamId: string): void;
  /** It is deleted, or out of reach. */
  leave(): void;
  /** It may be within reach again. */
  reopen(): void;
  refresh(reading: Reading): Promise<void>;
  /** What a restart needs of it; undefined for nothing. */
  stored(): unknown;
  /**
   * Takes a view that `stored` has given, unless it has one. Where it is not current, or its streams cannot be followed from
   * its positions, it is shown and must be read again.
   */
  restore(view: View<unknown>, isCurrent: boolean, follow: (cursors: Cursors) => boolean): void;
}

/** Applies an event. A view that cannot take it must be read again. */
export function applied<State>(view: View<State>, event: PalaverEvent, reduce: Reducer<State>): View<State> {
  if (event.type === 'resync') return resynced(view, event.data.channelId, event.data.seq);
  try {
    const next = applyEvent(view, event, reduce);
    return next === view ? view : { ...next, state: keepSame(view.state, next.state) };
  } catch {
    return { ...view, stale: true };
  }
}

/** A view after a `resync` of one of its streams. */
export function resynced<State>(view: View<State>, streamId: string, seq: number): View<State> {
  const cursor = view.cursors[streamId];
  if (cursor === undefined || cursor >= seq) return view;
  return { ...view, stale: true, cursors: { ...view.cursors, [streamId]: seq } };
}

/** A view without a stream; the same view when it did not have it. */
export function withoutStream<State>(view: View<State>, streamId: string): View<State> {
  if (!(streamId in view.cursors)) return view;
  const { [streamId]: _ended, ...cursors } = view.cursors;
  return { ...view, stale: true, cursors };
}

/** Something that may be a view of an earlier run; null for what cannot be. */
export function viewIn(value: unknown): View<unknown> | null {
  const { state, cursors }: { state?: unknown; cursors?: unknown } = Object(value);
  if (typeof state !== 'object' || state === null || typeof cursors !== 'object' || cursors === null)
    return null;
  const positions = Object.entries(cursors);
  return positions.every(([, seq]) => Number.isSafeInteger(seq))
    ? { state, cursors: Object.fromEntries(positions) }
    : null;
}

/** Whether something of this channel or server may be within reach again after an event. */
export function mayOpen(event: PalaverEvent, of: string | null): boolean {
  // Which channels the person has with a server, only the service can tell.
  return event.type === 'server.joined' || (event.type === 'channel.created' && event.data.id === of);
}
