import { type Sight, sees } from '../../channels/permissions.js';
import type { Delivery } from '../../log/delivery.js';
import type { Stream } from '../../log/streams.js';
import type { Mode } from '../presence/pairs.js';
import type { AudienceChange } from '../rights/audience.js';

/** The subscriber that a subscription delivers to. */
export interface Subscriber {
  readonly userId: string;
  /** How its subscriptions count for who is online. */
  readonly mode: Mode;
  push(delivery: Delivery): void;
  /** Drops the events of a stream that the subscriber has not taken yet. */
  drop(streamId: string): void;
  /** Ends the subscription and sends `access.revoked`. */
  revoke(subscription: Subscription): void;
  /** Ends the whole connection, because its access can no longer be decided. */
  disconnect(): void;
}

/** A user's access to a stream, all read at one instant. */
export interface StreamAccess {
  readonly stream: Stream;
  /** The stream's last `seq` at that instant. */
  readonly head: number;
  /** Null for the stream of a server or of a user. */
  readonly standing: Sight | null;
  /** The channel's server, of which the user must be a member, and the last `seq` of its stream; otherwise null. */
  readonly server: { readonly id: string; readonly head: number } | null;
}

/** One subscriber's subscription to one stream. */
export interface Subscription extends StreamAccess {
  readonly subscriber: Subscriber;
  /** The `seq` of the last event delivered. */
  cursor: number;
  /** Whether events are delivered as they happen; false while the subscription still reads the log. */
  live: boolean;
  standing: Sight | null;
}

/** The server that a stream belongs to, or is the stream of; null for a direct message and for a user's stream. */
export function serverIdOf({ stream, server }: StreamAccess): string | null {
  return stream.kind === 'server' ? stream.id : (server?.id ?? null);
}

/**
 * Applies a change in the subscription's own stream, and returns whether the user may still read the stream.
 * Channels use the rule of every other request (`sees`).
 */
export function canReadAfter(subscription: Subscription, change: AudienceChange): boolean {
  const isOwn = 'userId' in change && change.userId === subscription.subscriber.userId;
  if (change.kind === 'ended') return false;
  if (subscription.standing === null) return !(isOwn && change.kind === 'left');
  if (change.kind === 'closed' || change.kind === 'open') {
    const { isPrivate, permissionOverrides } = change;
    return canReadWith(subscription, { isPrivate, permissionOverrides });
  }
  return !isOwn || canReadWith(subscription, { isMember: change.kind === 'joined' });
}

/**
 * The same for a change in the stream of the channel's server: who leaves the server loses all its channels, and who gets
 * another role those that an override denies to it.
 */
export function canReadAfterServerChange(subscription: Subscription, change: AudienceChange): boolean {
  if (change.kind === 'ended') return false;
  if (!('userId' in change) || change.userId !== subscription.subscriber.userId) return true;
  if (change.kind === 'role') return canReadWith(subscription, { role: change.role });
  return change.kind !== 'left';
}

function canReadWith(subscription: Subscription, changed: Partial<Sight>): boolean {
  if (subscription.standing === null) return true;
  subscription.standing = { ...subscription.standing, ...changed };
  return sees(subscription.standing);
}
