/**
 * How an attempt completed, in Jepsen's terms. `ok`: the service answered with success. `fail`: it answered that nothing
 * was done. `info`: the answer was lost or was a 5xx, so the write may or may not have been applied, now or later.
 */
export type Outcome =
  | { readonly kind: 'ok'; readonly status: number; readonly body: string }
  | { readonly kind: 'fail'; readonly status: number; readonly code: string }
  | { readonly kind: 'info'; readonly reason: string };

/** One request and its completion. Times are milliseconds of the checker's monotonic clock. */
export interface Attempt {
  readonly invokedAt: number;
  readonly completedAt: number;
  readonly outcome: Outcome;
}

export type OperationKind =
  | 'post'
  | 'schedule'
  | 'reply'
  | 'upload'
  | 'edit'
  | 'delete'
  | 'react'
  | 'unreact'
  | 'join'
  | 'leave'
  | 'add-member'
  | 'remove-member'
  | 'remove-from-server'
  | 'accept-invite'
  | 'ban'
  | 'unban'
  | 'pin'
  | 'unpin'
  | 'read'
  | 'mute';

/** How far somebody says they have read a channel. */
export interface ReadMark {
  readonly channelId: string;
  readonly messageId: string;
  /** Whether the message is to be the first unread one. */
  readonly unread: boolean;
}

/** One write that a client wants, with all attempts at it: a client retries after `info`. */
export interface Operation {
  readonly kind: OperationKind;
  readonly userId: string;
  /** Names the event that the write must produce; see effect.ts. */
  readonly effect: string;
  /** The idempotency key of every attempt; null for a write without one. */
  readonly key: string | null;
  readonly attempts: readonly Attempt[];
  /** Of a `read`. */
  readonly mark?: ReadMark;
}

/** The operations whose effect no event of the log names. */
const UNLOGGED: ReadonlySet<OperationKind> = new Set(['read', 'mute', 'unban']);

/** Whether the log shows what the operation did. */
export function isLogged({ kind }: Operation): boolean {
  return !UNLOGGED.has(kind);
}

/** Whether any attempt was answered with success. */
export function isAcknowledged({ attempts }: Operation): boolean {
  return attempts.some(({ outcome }) => outcome.kind === 'ok');
}
