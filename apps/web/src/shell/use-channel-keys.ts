import { resources, type StoreState, stateOf } from '@palaver/client/store';
import type { ListRow } from '@palaver/elements/channels/list-row.js';
import { addressOf } from '@palaver/elements/host/address.js';
import { useStore } from '@palaver/react';
import { useLocation } from 'wouter';
import { neighbourOf } from './neighbour.js';
import { useShortcuts } from './use-shortcut.js';

/** Alt with an arrow goes through the channels of a list, and with Shift through those with something unread. */
export function useChannelKeys(rows: readonly ListRow[]): void {
  const store = useStore();
  const [path, navigate] = useLocation();
  function go(step: 1 | -1, isWanted: (channelId: string) => boolean): void {
    const links = rows.flatMap((row) =>
      'channel' in row
        ? [{ href: addressOf(row.channel.serverId, row.channel.id), channelId: row.channel.id }]
        : [],
    );
    const href = neighbourOf(links, path, step, isWanted);
    if (href !== null) navigate(href);
  }
  const isUnread = (channelId: string) => unreadIn(store.state, channelId);
  useShortcuts({
    nextChannel: () => go(1, () => true),
    previousChannel: () => go(-1, () => true),
    nextUnread: () => go(1, isUnread),
    previousUnread: () => go(-1, isUnread),
  });
}

function unreadIn(state: StoreState, channelId: string): boolean {
  const items = stateOf(state, resources.unread).value?.items;
  return items?.some((item) => item.channelId === channelId && item.unreadCount > 0) ?? false;
}
