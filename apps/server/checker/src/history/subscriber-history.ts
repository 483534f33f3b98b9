/** The position of an event in the log of its stream. The first event has `seq` 1. */
export interface Position {
  readonly streamId: string;
  readonly seq: number;
}

/** One frame, opening or close that a subscriber saw. `at` is in milliseconds of the checker's monotonic clock. */
export type Entry = { readonly connection: number; readonly at: number } & (
  | { readonly kind: 'opened'; readonly node: string }
  | { readonly kind: 'closed'; readonly code: number }
  | {
      readonly kind: 'subscribed';
      readonly channels: ReadonlyArray<{ readonly id: string; readonly seq: number }>;
      readonly denied: readonly string[];
    }
  | { readonly kind: 'event'; readonly position: Position; readonly text: string }
  | { readonly kind: 'revoked' | 'resync'; readonly streamId: string }
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'malformed'; readonly text: string }
);

/** All that one subscriber saw, over any number of connections, in the order in which it saw it. */
export interface SubscriberHistory {
  readonly name: string;
  readonly userId: string;
  readonly streamIds: readonly string[];
  readonly entries: readonly Entry[];
}
