const KEY = 'palaver:last-channel:';

/** The channel of a server that was shown last on this device. */
export function lastChannelOf(serverId: string): string | null {
  return localStorage.getItem(KEY + serverId);
}

export function rememberChannel(serverId: string, channelId: string): void {
  localStorage.setItem(KEY + serverId, channelId);
}

/** The channel at a path is not shown again by itself. */
export function forgetChannel(path: string): void {
  const [, serverId, channelId] = /^\/servers\/([^/]+)\/channels\/([^/]+)/.exec(path) ?? [];
  if (serverId !== undefined && lastChannelOf(serverId) === channelId)
    localStorage.removeItem(KEY + serverId);
}
