import { ACCOUNT_EVENTS } from './accounts.js';
import { CHANNEL_EVENTS } from './channels.js';
import { INTERACTION_EVENTS } from './interactions.js';
import { MESSAGE_EVENTS } from './messages.js';
import { PERSONAL_EVENTS } from './personal.js';
import type { EventFacts } from './row.js';
import { SERVER_EVENTS } from './servers.js';

/**
 * Every type of event, with its schema and what the service knows of it. Whatever depends on the type of an event derives
 * from here, so a new event is a row here.
 */
export const EVENTS = [
  ...MESSAGE_EVENTS,
  ...CHANNEL_EVENTS,
  ...SERVER_EVENTS,
  ...ACCOUNT_EVENTS,
  ...PERSONAL_EVENTS,
  ...INTERACTION_EVENTS,
] as const;

type EventRow = (typeof EVENTS)[number];
export type EventType = EventRow['type'];

/** The types of the events of which `Facts` is true. */
export type EventTypeWhere<Facts extends Partial<EventFacts>> = Extract<
  EventRow,
  { readonly facts: Facts }
>['type'];

const FACTS: ReadonlyMap<string, EventFacts> = new Map(EVENTS.map(({ type, facts }) => [type, facts]));

/** What the service knows of a type; undefined for one that only a newer node knows. */
export function factsOf(type: string): EventFacts | undefined {
  return FACTS.get(type);
}

/** The types of the events of which `is` is true. */
export function typesWhere(is: (facts: EventFacts) => boolean): EventType[] {
  return EVENTS.flatMap(({ type, facts }) => (is(facts) ? [type] : []));
}

const TYPE = /^\{"type":"([^"]+)"/;

/** The type of the event of a frame, as `frameParts` writes it; the empty text where a frame begins in another way. */
export function typeIn(frame: string): string {
  return TYPE.exec(frame)?.[1] ?? '';
}

/** What the frames of events of these types match, and no others: it costs less than to look up the type. */
export function framesOf(types: readonly EventType[]): RegExp {
  return new RegExp(`^\\{"type":"(?:${types.map((type) => type.replaceAll('.', '\\.')).join('|')})"`);
}
