import type { StreamPositions as Places } from '../procedures/stream-positions.js';
import type { Event } from '../protocol/events.js';

/** What an answer has become by the events since, and the places that it is true at now. */
export interface View<State> {
  readonly state: State;
  readonly places: Places;
}

/**
 * What an event makes of a state. `follow` and `unfollow` name the streams that tell of the state from then on, or no
 * longer do.
 */
export interface Change<State> {
  readonly state: State;
  readonly follow?: Places;
  readonly unfollow?: readonly string[];
}

/** How one kind of answer changes. Returns null where an event does not touch it. */
export type Reducer<State> = (state: State, event: Event) => Change<State> | null;

/**
 * Applies an event to a view. Events of other streams, and those that the view has taken in already, leave it as it is.
 * Throws for an event that is not the next of its stream: read the state again then.
 */
export function applyEvent<State>(view: View<State>, event: Event, reduce: Reducer<State>): View<State> {
  const streamId = streamIdOf(event);
  const place = view.places[streamId];
  const { seq } = event.data;
  if (place === undefined || seq <= place) return view;
  if (seq > place + 1) throw new Error(`the events ${place + 1} to ${seq - 1} of ${streamId} are missing`);
  const places = { ...view.places, [streamId]: seq };
  const change = reduce(view.state, event);
  if (change === null) return { state: view.state, places };
  for (const lost of change.unfollow ?? []) delete places[lost];
  return { state: change.state, places: { ...places, ...change.follow } };
}

/** Whose stream an event stands in. */
export function streamIdOf({ data }: Event): string {
  return 'streamId' in data ? data.streamId : data.channelId;
}
