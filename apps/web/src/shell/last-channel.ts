const KEY = 'palaver:last-channel:';

/** The channel of a server that was shown last on this device. */
export function lastChannelOf(serverId: string): string | null {
  return localStorage.getItem(KEY + serverId);
}

export function rememberChannel(serverId: string, channelId: string): void {
  localStorage.setItem(KEY + serverId, channelId);
}
