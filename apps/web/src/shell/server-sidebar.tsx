import type { Channel } from '@palaver/client';
import { resources, selectChannels, selectGroups, stateOf, type StoreState } from '@palaver/client/store';
import { useResource, useSelected, useWatched } from '@palaver/react';
import { Plus, Settings, UserPlus } from 'lucide-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { IconButton } from '../ui/button.js';
import { late } from '../ui/late.js';
import { ChannelSection } from './channel-section.js';
import { lastChannelOf } from './last-channel.js';
import { PersonFoot } from './person-foot.js';
import styles from './sidebar.module.css';

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
  const shown = channels.filter(({ archived }) => !archived);
  const { value: favorites } = useResource(resources.favorites);
  const favoriteIds = favorites?.channelIds ?? [];
  const sections = [
    {
      id: 'favorites',
      name: t.favorites,
      channels: favoriteIds.flatMap((id) => shown.find((channel) => channel.id === id) ?? []),
    },
    {
      id: 'none',
      name: t.channels,
      channels: shown.filter(({ groupId }) => groups.every(({ id }) => id !== groupId)),
    },
    ...groups.map(({ id, name }) => ({ id, name, channels: shown.filter(({ groupId }) => groupId === id) })),
  ];
  return (
    <section className={styles.sidebar} aria-label={server?.name ?? t.channels}>
      <header className={styles.head}>
        <h2 dir="auto">{server?.name}</h2>
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
      <nav className={styles.list} aria-label={t.channels}>
        {status === 'loading' && <p className={styles.empty}>{t.loading}</p>}
        {sections.map((section) => (
          <ChannelSection key={section.id} {...section} />
        ))}
      </nav>
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
  const last = lastChannelOf(serverId);
  const first = channels.find(({ id }) => id === last) ?? channels.find(({ archived }) => !archived);
  useEffect(() => {
    if (first && path === `/servers/${serverId}`) {
      navigate(`/servers/${serverId}/channels/${first.id}`, { replace: true });
    }
  }, [path, serverId, first, navigate]);
}
