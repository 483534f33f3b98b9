import type { Cursors } from '../events/cursors.js';
import { isLogged, type PalaverEvent, streamIdOf } from '../events/frames.js';
import type { Event } from '../service.js';

/** An answer of the service with the events since, and the positions of the streams that it includes. */
export interface View<State> {
  readonly state: State;
  /** By stream id, the `seq` of the last event that `state` includes. */
  readonly cursors: Cursors;
  /** True once an event has changed more than events can tell: read the state again. */
  readonly stale?: boolean;
}

/** What an event changes. `follow` and `unfollow` name streams that the state depends on from now on, or no longer. */
export interface Change<State> {
  readonly state: State;
  readonly follow?: Cursors;
  readonly unfollow?: readonly string[];
  /** Whether the state must be read again. */
  readonly stale?: boolean;
}

/** Applies an event to one kind of answer. Returns null when the event does not change it. */
export type Reducer<State> = (state: State, event: Event) => Change<State> | null;

/**
 * Applies an event to a view. The view stays as it is for an event without a `seq`, of a stream that is not in its
 * cursors, or that it includes already. Throws an `Error` when events before this one are missing: read the state again.
 */
export function applyEvent<State>(
  view: View<State>,
  event: PalaverEvent,
  reduce: Reducer<State>,
): View<State> {
  if (!isLogged(event)) return view;
  const streamId = streamIdOf(event);
  const { seq } = event.data;
  const cursor = view.cursors[streamId];
  if (cursor === undefined || seq <= cursor) return view;
  if (seq > cursor + 1)
    throw new Error(`Events ${cursor + 1} to ${seq - 1} of stream ${streamId} are missing.`);
  const cursors = { ...view.cursors, [streamId]: seq };
  const change = reduce(view.state, event);
  if (change === null) return { ...view, cursors };
  for (const id of change.unfollow ?? []) delete cursors[id];
  const stale = change.stale ? { stale: true } : {};
  return { ...view, ...stale, state: change.state, cursors: { ...cursors, ...change.follow } };
}
