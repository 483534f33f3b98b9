import type { StreamKind } from '../protocol/events/row.js';

/**
 * The stream of a channel, a server or a user: the events that one group of readers receives. Made by the functions
 * below.
 */
export interface Stream {
  readonly kind: StreamKind;
  readonly id: string;
}

/** What everybody who may read the channel receives. */
export const channelStream = (channelId: string): Stream => ({ kind: 'channel', id: channelId });

/** What every member of the server receives. */
export const serverStream = (serverId: string): Stream => ({ kind: 'server', id: serverId });

/** What only this user receives. */
export const userStream = (userId: string): Stream => ({ kind: 'user', id: userId });

/** By stream id, the `seq` of the last event that an answer contains. */
export type StreamPositions = Readonly<Record<string, number>>;
