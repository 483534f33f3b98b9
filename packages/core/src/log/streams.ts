/** Whose log an event belongs to. The constructors are the only way to name one. */
export interface Stream {
  readonly kind: 'channel' | 'server' | 'user';
  readonly id: string;
}

/** What everyone who reads the channel hears. */
export const channelStream = (channelId: string): Stream => ({ kind: 'channel', id: channelId });

/** What every member of the server hears. */
export const serverStream = (serverId: string): Stream => ({ kind: 'server', id: serverId });

/** What only this user hears. */
export const userStream = (userId: string): Stream => ({ kind: 'user', id: userId });
