import type { Channel } from '@palaver/client';
import { resources, type StoreState, selectChannels, selectGroups, stateOf } from '@palaver/client/store';
import { useResource, useSelected, useWatched } from '@palaver/react';
import { Plus, Settings, UserPlus } from 'lucide-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { IconButton } from '../ui/button.js';
import { late } from '../ui/late.js';
import { ChannelList } from './channel-list.js';
import { lastChannelOf } from './last-channel.js';
import { PersonFoot } from './person-foot.js';
import styles from './sidebar.module.css';
import { firstChannelOf, rowsOf } from './sidebar-rows.js';
import { useSortableRows } from './use-sortable-rows.js';

const CreateChannelDialog = late(() => import('./create-channel-dialog.js'));
const InviteDialog = late(() => import('./invite-dialog.js'));

/** The channels of a server, in their groups. */
export function ServerSidebar({ serverId }: { readonly serverId: string }) {
  const t = useTexts();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<'channel' | 'invite' | null>(null);
  const server = useSelected(useMemo(() => serverOf(serverId), [serverId]));
  const { status } = useResource(resources.channelsOf(serverId));
  useWatched(resources.groupsOf(serverId));
  const channels = useSelected(useMemo(() => selectChannels(serverId), [serverId]));
  const groups = useSelected(useMemo(() => selectGroups(serverId), [serverId]));
  useFirstChannel(serverId, channels);
  const { value: favorites } = useResource(resources.favorites);
  const favoriteIds = favorites?.channelIds;
  const rows = useMemo(
    () => rowsOf(channels, groups, favoriteIds ?? [], t),
    [channels, groups, favoriteIds, t],
  );
  const { Rows, onNear } = useSortableRows(serverId);
  return (
    <section
      className={styles.sidebar}
      aria-label={server?.name ?? t.channels}
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
        <IconButton label={t.invitePeople} onClick={() => setOpen('invite')}>
          <UserPlus aria-hidden="true" />
        </IconButton>
        <IconButton label={t.createChannel} onClick={() => setOpen('channel')}>
          <Plus aria-hidden="true" />
        </IconButton>
      </header>
      <ChannelList
        rows={rows}
        label={t.channels}
        note={status === 'loading' ? t.loading : null}
        sorting={{ serverId, Rows }}
      />
      <PersonFoot />
      <Suspense>
        {open === 'channel' && (
          <CreateChannelDialog serverId={serverId} isOpen onClose={() => setOpen(null)} />
        )}
        {open === 'invite' && <InviteDialog serverId={serverId} isOpen onClose={() => setOpen(null)} />}
      </Suspense>
    </section>
  );
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
