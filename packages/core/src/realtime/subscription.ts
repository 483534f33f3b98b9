import { refusal, type Standing } from '../channels/permissions.js';
import type { Delivery } from '../log/delivery.js';
import type { Stream } from '../log/streams.js';
import type { Change } from './audience.js';

/** What a subscription needs of whoever it feeds. */
export interface Listener {
  readonly userId: string;
  push(delivery: Delivery): void;
  /** Takes the stream away and says so. */
  revoke(subscription: Subscription): void;
  /** Ends the whole connection: what it may hear cannot be told any more. */
  lose(): void;
}

/** What was found when a user asked to hear a stream, all at one instant. */
export interface StreamAccess {
  readonly stream: Stream;
  /** How far the stream reached. */
  readonly head: number;
  /** How the user stood to the channel; null for a stream that is none. */
  readonly standing: Standing | null;
  /** The server whose membership this hangs on, and how far its stream reached; null for a DM or oneself. */
  readonly guard: { readonly serverId: string; readonly head: number } | null;
}

/** One listener's hearing of one stream. */
export interface Subscription extends StreamAccess {
  readonly listener: Listener;
  /** The last event handed over. */
  cursor: number;
  /** Whether events come as they happen; false while the log is still being read. */
  live: boolean;
  standing: Standing | null;
}

/** The server that a stream belongs to, or is of; null for a direct message and for oneself. */
export function serverOf({ stream, guard }: StreamAccess): string | null {
  return stream.kind === 'server' ? stream.id : (guard?.serverId ?? null);
}

/**
 * Takes in what an event of the subscription's own stream changes; returns whether the stream may still be heard.
 * Channels ask the same rule that every request asks.
 */
export function staysAfter(subscription: Subscription, change: Change): boolean {
  const own = 'userId' in change && change.userId === subscription.listener.userId;
  if (change.kind === 'ended') return false;
  if (subscription.standing === null) return !(own && change.kind === 'left');
  if (change.kind === 'private' || change.kind === 'public') {
    return stands(subscription, { isPrivate: change.kind === 'private' });
  }
  return !own || stands(subscription, { isMember: change.kind === 'joined' });
}

/** The same for an event of the server's stream: whoever leaves the server leaves all that is in it. */
export function staysUnderGuard(subscription: Subscription, change: Change): boolean {
  if (change.kind === 'ended') return false;
  return change.kind !== 'left' || change.userId !== subscription.listener.userId;
}

function stands(subscription: Subscription, changed: Partial<Standing>): boolean {
  if (subscription.standing === null) return true;
  subscription.standing = { ...subscription.standing, ...changed };
  return refusal(subscription.standing, 'read') === null;
}
