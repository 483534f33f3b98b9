import type { Channel } from '@palaver/client';
import { resources, type StoreState, selectChannels, selectGroups, stateOf } from '@palaver/client/store';
import { IconButton } from '@palaver/elements/ui/button.js';
import { useResource, useSelected, useWatched } from '@palaver/react';
import { Compass, ListFilter, Plus, Settings, UserPlus } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { openDialog } from '../ui/opened-dialog.js';
import { ChannelList } from './channel-list.js';
import { lastChannelOf } from './last-channel.js';
import { PersonFoot } from './person-foot.js';
import styles from './sidebar.module.css';
import { firstChannelOf, rowsOf } from './sidebar-rows.js';
import { setUnreadOnly, useSidebarView } from './sidebar-view.js';
import { useSortableRows } from './use-sortable-rows.js';

/** The channels of a server, in their groups. */
export function ServerSidebar({ serverId }: { readonly serverId: string }) {
  const t = useTexts();
  const [path, navigate] = useLocation();
  const server = useSelected(useMemo(() => serverOf(serverId), [serverId]));
  const { status } = useResource(resources.channelsOf(serverId));
  useWatched(resources.groupsOf(serverId));
  const channels = useSelected(useMemo(() => selectChannels(serverId), [serverId]));
  const groups = useSelected(useMemo(() => selectGroups(serverId), [serverId]));
  useFirstChannel(serverId, channels);
  const { value: favorites } = useResource(resources.favorites);
  const favoriteIds = favorites?.channelIds;
  const { joined, unread } = useMine(serverId);
  const view = useSidebarView();
  const currentId = /\/channels\/([^/]+)$/.exec(path)?.[1] ?? null;
  const rows = useMemo(
    () => rowsOf(channels, groups, favoriteIds ?? [], t, { ...view, joined, unread, currentId }),
    [channels, groups, favoriteIds, t, view, joined, unread, currentId],
  );
  const others = channels.filter(({ id, archived }) => !archived && joined?.has(id) === false).length;
  const { Rows, onNear } = useSortableRows(serverId);
  const note = rows.length === 0 && view.isUnreadOnly ? t.nothingUnread : null;
  return (
    <section
      className={styles.sidebar}
      aria-label={server?.name ?? t.channels}
      data-region
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <header className={styles.head}>
        <h2 dir="auto" title={server?.name}>
          {server?.name}
        </h2>
        <IconButton label={t.serverSettings} onClick={() => navigate(`/servers/${serverId}/settings`)}>
          <Settings aria-hidden="true" />
        </IconButton>
        <IconButton label={t.invitePeople} onClick={() => openDialog({ kind: 'invite', serverId })}>
          <UserPlus aria-hidden="true" />
        </IconButton>
        <IconButton label={t.createChannel} onClick={() => openDialog({ kind: 'create-channel', serverId })}>
          <Plus aria-hidden="true" />
        </IconButton>
      </header>
      <Tools serverId={serverId} others={others} isUnreadOnly={view.isUnreadOnly} />
      <ChannelList
        rows={rows}
        label={t.channels}
        note={status === 'loading' ? t.loading : note}
        sorting={{ serverId, Rows }}
      />
      <PersonFoot />
    </section>
  );
}

interface ToolsProps {
  readonly serverId: string;
  /** How many channels there are that the person is not in. */
  readonly others: number;
  readonly isUnreadOnly: boolean;
}

/** The way to the channels that are not in the list, and what of it is shown. */
function Tools({ serverId, others, isUnreadOnly }: ToolsProps) {
  const t = useTexts();
  return (
    <div className={styles.tools}>
      <button
        type="button"
        className={styles.item}
        aria-label={others > 0 ? `${t.browseChannels}, ${t.channelsNotJoined(others)}` : undefined}
        onClick={() => openDialog({ kind: 'browse-channels', serverId })}
      >
        <Compass aria-hidden="true" />
        <span className={styles.name}>{t.browseChannels}</span>
        {others > 0 && <span className={styles.quiet}>{others}</span>}
      </button>
      <IconButton
        label={t.unreadOnly}
        aria-pressed={isUnreadOnly}
        onClick={() => setUnreadOnly(!isUnreadOnly)}
      >
        <ListFilter aria-hidden="true" />
      </IconButton>
    </div>
  );
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

function serverOf(serverId: string) {
  return (state: StoreState) =>
    stateOf(state, resources.servers).value?.items.find(({ id }) => id === serverId) ?? null;
}

/** Opens the channel that was shown last, or the first one, where the address names none. */
function useFirstChannel(serverId: string, channels: readonly Channel[]): void {
  const [path, navigate] = useLocation();
  const first = firstChannelOf(channels, lastChannelOf(serverId));
  useEffect(() => {
    if (first && path === `/servers/${serverId}`) {
      navigate(`/servers/${serverId}/channels/${first.id}`, { replace: true });
    }
  }, [path, serverId, first, navigate]);
}
