import type { ChannelUnread } from '@palaver/client';
import { addressOf } from '@palaver/elements/host/address.js';

type Waiting = Pick<ChannelUnread, 'channelId' | 'serverId' | 'unreadCount' | 'mentionCount'>;

/** The address of what waits for somebody: what names them first, then direct messages, then any channel; null for nothing. */
export function waitingPlace(items: readonly Waiting[]): string | null {
  const ranked = items
    .filter(({ unreadCount }) => unreadCount > 0)
    .sort((a, b) => rankOf(a) - rankOf(b) || b.unreadCount - a.unreadCount);
  const [first] = ranked;
  return first === undefined ? null : addressOf(first.serverId, first.channelId);
}

function rankOf({ mentionCount, serverId }: Waiting): number {
  if (mentionCount > 0) return 0;
  return serverId === null ? 1 : 2;
}
