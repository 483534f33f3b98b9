import type { ChannelUnread } from '@palaver/client';

type Unread = Pick<ChannelUnread, 'unreadCount' | 'mentionCount'>;

/** The number beside a channel: everything of a direct message, and of a channel what is for the person. */
export function badgeOf({ isDm }: { readonly isDm: boolean }, unread: Unread | null): number {
  if (unread === null) return 0;
  return isDm ? unread.unreadCount : unread.mentionCount;
}

/** The number beside a server, and beside the direct messages with null: there each conversation counts. */
export function badgeOfServer(
  serverId: string | null,
  { channels, mentions }: { readonly channels: number; readonly mentions: number },
): number {
  return serverId === null ? Math.max(channels, mentions) : mentions;
}

/** A count as a badge has it. */
export function shownCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** A name as a screen reader says it, with the number that its badge shows. */
export function nameWithCount(
  name: string,
  count: number,
  t: { readonly mentions: (n: number) => string },
): string {
  return count > 0 ? `${name}, ${t.mentions(count)}` : name;
}
