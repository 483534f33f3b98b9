import type { Channel } from '@palaver/client';
import { resources, type StoreState, stateOf } from '@palaver/client/store';
import { ChannelList } from '@palaver/elements/channels/channel-list.js';
import styles from '@palaver/elements/channels/sidebar.module.css';
import { firstChannelOf } from '@palaver/elements/channels/sidebar-rows.js';
import { setUnreadOnly } from '@palaver/elements/channels/sidebar-view.js';
import { useServerRows } from '@palaver/elements/channels/use-server-rows.js';
import { IconButton } from '@palaver/elements/ui/button.js';
import { useSelected } from '@palaver/react';
import { Compass, ListFilter, Plus, Settings, UserPlus } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { openDialog } from '../ui/opened-dialog.js';
import { lastChannelOf } from './last-channel.js';
import { PersonFoot } from './person-foot.js';
import { useChannelKeys } from './use-channel-keys.js';
import { useCurrentChannelId } from './use-current-channel-id.js';
import { useSortableRows } from './use-sortable-rows.js';

/** The channels of a server, in their groups. */
export function ServerSidebar({ serverId }: { readonly serverId: string }) {
  const t = useTexts();
  const [, navigate] = useLocation();
  const server = useSelected(useMemo(() => serverOf(serverId), [serverId]));
  const currentId = useCurrentChannelId();
  const { rows, channels, joined, status, isUnreadOnly } = useServerRows(serverId, currentId);
  useFirstChannel(serverId, channels);
  useChannelKeys(rows);
  const others = channels.filter(({ id, archived }) => !archived && joined?.has(id) === false).length;
  const { Rows, onNear } = useSortableRows(serverId);
  const note = rows.length === 0 && isUnreadOnly ? t.nothingUnread : null;
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
      <Tools serverId={serverId} others={others} isUnreadOnly={isUnreadOnly} />
      <ChannelList
        rows={rows}
        currentId={currentId}
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
