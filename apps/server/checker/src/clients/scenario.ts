import type { Silenced } from '../history/history.js';

export interface User {
  readonly name: string;
  readonly id: string;
  readonly token: string;
}

/** What the workload acts on: one server with its channels and users. */
export interface Scenario {
  readonly serverId: string;
  readonly inviteCode: string;
  readonly publicIds: readonly string[];
  readonly privateIds: readonly string[];
  /** Adds and removes members. */
  readonly owner: User;
  /** Write. Members of every channel throughout the run. */
  readonly writers: readonly User[];
  /** Write. Members of every channel whose access is revoked and restored again and again. */
  readonly revokedUsers: readonly User[];
  /** Joins and leaves the public channels and never writes. */
  readonly observer: User;
  /** Says how far it has read, also backwards, and never writes: what moves its position is in a known order. */
  readonly reader: User;
}

/** Which of the writers is muted, which wants no notifications, and whose mute is switched on and off. */
export function silencedIn({ writers: [muted, nothing, , switching] }: Pick<Scenario, 'writers'>): Silenced {
  return { mutedId: muted?.id ?? '', nothingId: nothing?.id ?? '', switchingId: switching?.id ?? '' };
}

/** Who says how far they have read, and the channels that they are members of; of them the reader alone goes back. */
export function readersIn({ writers, reader, publicIds, privateIds }: Scenario) {
  const channelIds = [...publicIds.slice(0, 1), ...privateIds];
  return [...writers.slice(2, 3), reader].map((user) => ({
    user,
    channelIds,
    goesBack: user === reader,
  }));
}

/** The streams that a member of every channel may subscribe to: channels, server, and the user's own stream. */
export function streamsOf({ serverId, publicIds, privateIds }: Scenario, user: User): string[] {
  return [...publicIds, ...privateIds, serverId, user.id];
}
