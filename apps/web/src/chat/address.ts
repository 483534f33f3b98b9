/** The address of a channel of a server, or of a direct message. */
export function addressOf(serverId: string | null, channelId: string): string {
  return serverId === null ? `/dms/${channelId}` : `/servers/${serverId}/channels/${channelId}`;
}
