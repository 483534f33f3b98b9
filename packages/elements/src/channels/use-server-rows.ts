import type { Channel } from '@palaver/client';
import { resources, type StoreState, selectChannels, selectGroups, stateOf } from '@palaver/client/store';
import { useResource, useSelected, useWatched } from '@palaver/react';
import { useMemo } from 'react';
import { useTexts } from '../i18n/i18n.js';
import type { ListRow } from './list-row.js';
import { rowsOf } from './sidebar-rows.js';
import { useSidebarView } from './sidebar-view.js';

interface ServerRows {
  readonly rows: readonly ListRow[];
  readonly channels: readonly Channel[];
  /** The channels that the person is in; null while that is not known. */
  readonly joined: ReadonlySet<string> | null;
  readonly status: 'loading' | 'ready' | 'gone';
  readonly isUnreadOnly: boolean;
}

/** The list of the channels of a server, as the person has arranged it. `currentId` is the channel that is open. */
export function useServerRows(serverId: string, currentId: string | null): ServerRows {
  const t = useTexts();
  const { status } = useResource(resources.channelsOf(serverId));
  useWatched(resources.groupsOf(serverId));
  const channels = useSelected(useMemo(() => selectChannels(serverId), [serverId]));
  const groups = useSelected(useMemo(() => selectGroups(serverId), [serverId]));
  const { value: favorites } = useResource(resources.favorites);
  const favoriteIds = favorites?.channelIds;
  const { joined, unread } = useMine(serverId);
  const view = useSidebarView();
  const rows = useMemo(
    () => rowsOf(channels, groups, favoriteIds ?? [], t, { ...view, joined, unread, currentId }),
    [channels, groups, favoriteIds, t, view, joined, unread, currentId],
  );
  return { rows, channels, joined, status, isUnreadOnly: view.isUnreadOnly };
}

/** The channels of a server that the person is in, null while that is not known, and those with something unread. */
function useMine(serverId: string) {
  // Texts, so that a message in a channel that is unread already renders nothing.
  const joined = useSelected(useMemo(() => idsOf(serverId, () => true), [serverId]));
  const unread = useSelected(useMemo(() => idsOf(serverId, (item) => item.unreadCount > 0), [serverId]));
  return useMemo(
    () => ({
      joined: joined === null ? null : new Set(joined.split(' ')),
      unread: new Set((unread ?? '').split(' ')),
    }),
    [joined, unread],
  );
}

function idsOf(serverId: string, isWanted: (item: { readonly unreadCount: number }) => boolean) {
  return (state: StoreState) => {
    const items = stateOf(state, resources.unread).value?.items;
    if (items === undefined) return null;
    return items
      .flatMap((item) => (item.serverId === serverId && isWanted(item) ? item.channelId : []))
      .join(' ');
  };
}
