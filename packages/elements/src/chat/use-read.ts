import type { Message } from '@palaver/client';
import { selectUnread } from '@palaver/client/store';
import { useSelected, useStore } from '@palaver/react';
import { useEffect, useMemo, useState } from 'react';

/** The first message that was unread when the channel was opened; undefined while it is not known. */
export function useFirstNew(channelId: string, isChannel: boolean): string | null | undefined {
  const unread = useSelected(useMemo(() => selectUnread(channelId), [channelId]));
  const [first, setFirst] = useState<string | null | undefined>(undefined);
  const isKnown = unread !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was unread at first
  useEffect(() => {
    if (isKnown && first === undefined) setFirst(unread.firstUnreadMessageId);
  }, [isKnown]);
  return isChannel ? first : null;
}

/** Marks a channel as read up to what is seen, while the page itself is seen. What waits is sent when one leaves either. */
export function useRead(channelId: string, last: Message | null): void {
  const store = useStore();
  const unread = useSelected(useMemo(() => selectUnread(channelId), [channelId]));
  const isVisible = useVisible();
  const lastId = last?.id;
  const isUnread = (unread?.unreadCount ?? 0) > 0;
  useEffect(() => {
    if (isVisible && isUnread && lastId !== undefined) void store.markRead(channelId, lastId).catch(() => {});
  }, [store, channelId, lastId, isUnread, isVisible]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends when one leaves the channel, which sends what waits
  useEffect(() => {
    // A page that is hidden draws no frame, and effects may wait for one.
    const leave = () => void (document.visibilityState === 'hidden' && store.sendReads());
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      void store.sendReads();
    };
  }, [store, channelId]);
}

function useVisible(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return isVisible;
}
