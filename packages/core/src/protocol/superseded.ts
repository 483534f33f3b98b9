import { factsOf, framesOf, typesWhere } from './events/table.js';
import { eventIn } from './events.js';

const SUPERSEDING = framesOf(typesWhere(({ supersedes = false }) => supersedes));

/** Whether the event of a frame has superseded an earlier one, so that copies of the log before it are out of date. */
export function isSuperseding(frame: string): boolean {
  return SUPERSEDING.test(frame);
}

/** The frame of an event, without what an edit, the deletion of its message or the end of its interaction has removed (docs/protocol.md). */
export function supersededFrame(frame: string): string {
  const { type, data } = eventIn(frame);
  return JSON.stringify({ type, data: { ...data, ...factsOf(type)?.emptied, superseded: true } });
}
