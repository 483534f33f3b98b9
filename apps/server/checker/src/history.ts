import type { Event } from '@palaver/core';

/** What one attempt came to. Of a lost answer or a 5xx nobody knows whether the write was done. */
export type Outcome =
  | { readonly kind: 'ok'; readonly status: number; readonly body: string }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** One request and its answer, in milliseconds of the checker's monotonic clock. */
export interface Attempt {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: Outcome;
}

export type OperationKind =
  | 'post'
  | 'reply'
  | 'edit'
  | 'delete'
  | 'react'
  | 'unreact'
  | 'join'
  | 'leave'
  | 'add-member'
  | 'remove-member'
  | 'remove-from-server'
  | 'accept-invite';

/** One thing that somebody wanted done, with all attempts at it. */
export interface Operation {
  readonly kind: OperationKind;
  readonly userId: string;
  /** The event that tells of it, as `effectOf` names it. */
  readonly effect: string;
  /** The idempotency key that every attempt carried. */
  readonly key: string | null;
  readonly attempts: readonly Attempt[];
}

export interface Place {
  readonly streamId: string;
  readonly seq: number;
}

/** What a subscriber saw, in the order in which it saw it. */
export type Entry = { readonly connection: number; readonly at: number } & (
  | { readonly kind: 'opened' }
  | { readonly kind: 'closed'; readonly code: number }
  | {
      readonly kind: 'subscribed';
      readonly channels: ReadonlyArray<{ readonly id: string; readonly seq: number }>;
      readonly denied: readonly string[];
    }
  | { readonly kind: 'event'; readonly place: Place; readonly text: string }
  | { readonly kind: 'revoked' | 'resync'; readonly streamId: string }
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'malformed'; readonly text: string }
);

/** Somebody who listens, over any number of connections, and all they saw. */
export interface Listening {
  readonly name: string;
  readonly userId: string;
  readonly streamIds: readonly string[];
  readonly entries: readonly Entry[];
}

/** While somebody was out: from the answer to the removal until anybody asked for their return. */
export interface Absence {
  readonly userId: string;
  readonly streamIds: readonly string[];
  readonly from: number;
  readonly until: number;
}

export interface LoggedEvent extends Place {
  readonly text: string;
  readonly event: Event;
}

export type Message = Omit<Extract<Event, { type: 'message.created' }>['data'], 'seq'>;

/** A channel as REST shows it when all is quiet. */
export interface FinalChannel {
  readonly id: string;
  readonly isPrivate: boolean;
  readonly memberCount: number;
  readonly memberIds: readonly string[];
  /** The timeline, oldest first. */
  readonly messages: readonly Message[];
  /** The replies by the message that they answer, oldest first. */
  readonly threads: ReadonlyMap<string, readonly Message[]>;
}

/** What the database and the REST face hold when all is quiet. */
export interface FinalState {
  readonly log: readonly LoggedEvent[];
  readonly heads: ReadonlyMap<string, number>;
  /** The message rows, deleted ones too. */
  readonly rows: ReadonlyArray<{ readonly id: string; readonly channelId: string; readonly seq: number }>;
  readonly channels: readonly FinalChannel[];
}

/** Everything that a run has recorded. */
export interface History {
  readonly serverId: string;
  readonly operations: readonly Operation[];
  readonly listenings: readonly Listening[];
  readonly absences: readonly Absence[];
  readonly final: FinalState;
  /** What went wrong with the service itself: it ended by itself, or did not come back. */
  readonly incidents: readonly string[];
}

/** A broken promise. */
export interface Violation {
  readonly rule: string;
  readonly detail: string;
}
