/** The properties of the service that every history must have. The tests and the negative controls name them. */
export type Property =
  // service
  | 'the service stays up'
  // log
  | 'the log has no gaps'
  | 'createdAt never decreases'
  | 'every message row has one event'
  // writes
  | 'no acknowledged write is lost'
  | 'no write is applied twice'
  | 'no failed write is applied'
  | 'no message is unrequested'
  | 'all responses to one idempotency key are equal'
  | 'every attachment downloads as it was uploaded'
  // inboxes
  | 'every mention is in the inbox once'
  | 'what is unread is what a recount finds'
  | 'an item is read when its message is'
  // deliveries
  | 'no event is missing'
  | 'no event is delivered twice'
  | 'every delivered event equals the logged event'
  | 'every frame matches a schema'
  | 'no subscriber needs a resync'
  | 'no subscriber receives an unexpected error'
  // access
  | 'nothing is delivered after revocation'
  | 'no former member writes'
  | 'nobody comes in who is banned'
  // search
  | 'what was deleted is not found'
  | 'nothing is found after revocation'
  | 'what is there is found'
  // state
  | 'the log replays to the final state'
  | 'what was edited or deleted is not in the log';

/** One place in a history where a property does not hold. */
export interface Violation {
  readonly property: Property;
  /** The evidence: stream, position, subscriber or operation. */
  readonly detail: string;
}

/** At most this many violations of a run are printed: one cause has many. */
const SHOWN_MAX = 40;
const DETAIL_MAX = 1_000;

/** Violations for people, one a line, without those that are too many. */
export function describeViolations(violations: readonly Violation[]): string {
  const lines = violations
    .slice(0, SHOWN_MAX)
    .map(({ property, detail }) => `${property}: ${detail.slice(0, DETAIL_MAX)}`);
  const more = violations.length - lines.length;
  return [...lines, ...(more > 0 ? [`… and ${more} more violations`] : [])].join('\n');
}
