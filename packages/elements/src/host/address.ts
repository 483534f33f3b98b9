import type { Notification } from '@palaver/client';

/** The address of a channel of a server, or of a direct message. */
export function addressOf(serverId: string | null, channelId: string): string {
  return serverId === null ? `/dms/${channelId}` : `/servers/${serverId}/channels/${channelId}`;
}

/** The address of a message in its channel or thread, or of a thread. */
export function addressOfMessage({
  serverId,
  channelId,
  messageId,
  threadId,
}: Pick<Notification, 'serverId' | 'channelId' | 'messageId' | 'threadId'>): string {
  const address = addressOf(serverId, channelId);
  if (threadId === null) return messageId === null ? address : `${address}?message=${messageId}`;
  const isReply = messageId !== null && messageId !== threadId;
  return `${address}?thread=${threadId}${isReply ? `&reply=${messageId}` : ''}`;
}
