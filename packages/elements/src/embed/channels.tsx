import { resources, type StoreState, stateOf } from '@palaver/client/store';
import { useResource, useSelected } from '@palaver/react';
import { useEffect, useMemo, useState } from 'react';
import { ChannelList } from '../channels/channel-list.js';
import type { ListRow } from '../channels/list-row.js';
import sidebar from '../channels/sidebar.module.css';
import { firstChannelOf } from '../channels/sidebar-rows.js';
import { useDmRows } from '../channels/use-dm-rows.js';
import { useServerRows } from '../channels/use-server-rows.js';
import { useTexts } from '../i18n/i18n.js';
import styles from './embed.module.css';
import { usePlaces, useShown } from './use-place.js';

interface ChannelsProps {
  /** The id of the server whose channels are listed; without one, the person chooses among theirs. */
  readonly server?: string | null | undefined;
}

const NONE: readonly ListRow[] = [];

/** The list of the channels of a server, and of the direct messages. It opens the first where nothing is shown. */
export function PalaverChannels({ server = null }: ChannelsProps) {
  const t = useTexts();
  const { value, status } = useResource(resources.servers);
  const [chosen, choose] = useState<string | null>(null);
  const ofShown = useServerOfShown();
  const servers = value?.items ?? [];
  const serverId = server ?? chosen ?? ofShown ?? servers[0]?.id ?? null;
  const current = servers.find(({ id }) => id === serverId);
  return (
    <section className={`${sidebar.sidebar} ${styles.channels}`} aria-label={t.channels} part="channels">
      {servers.length > 1 && server === null ? (
        <select
          className={styles.servers}
          aria-label={t.servers}
          value={serverId ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          {servers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <header className={sidebar.head}>
          <h2 dir="auto">{current?.name}</h2>
        </header>
      )}
      {serverId === null ? (
        <List rows={NONE} isLoading={status === 'loading'} />
      ) : (
        <OfServer key={serverId} serverId={serverId} />
      )}
    </section>
  );
}

/** The server of the channel that is shown; null for none, and for a direct message. */
function useServerOfShown(): string | null {
  const channelId = useShown()?.channelId;
  return useSelected(useMemo(() => serverOf(channelId ?? null), [channelId]));
}

function serverOf(channelId: string | null): (state: StoreState) => string | null {
  if (channelId === null) return () => null;
  const channel = resources.channel(channelId);
  return (state) => stateOf(state, channel).value?.channel?.serverId ?? null;
}

function OfServer({ serverId }: { readonly serverId: string }) {
  const currentId = useShown()?.channelId ?? null;
  const { rows, channels, status } = useServerRows(serverId, currentId);
  const places = usePlaces();
  const first = firstChannelOf(channels, null);
  useEffect(() => {
    if (currentId === null && first) places.show({ serverId, channelId: first.id });
  }, [places, serverId, currentId, first]);
  return <List rows={rows} isLoading={status === 'loading'} />;
}

function List({ rows, isLoading }: { readonly rows: readonly ListRow[]; readonly isLoading: boolean }) {
  const t = useTexts();
  const dms = useDmRows();
  const currentId = useShown()?.channelId ?? null;
  const all = dms.rows.length > 1 ? [...rows, ...dms.rows] : rows;
  const isUnknown = isLoading || dms.status === 'loading';
  const note = all.length > 0 ? null : isUnknown ? t.loading : t.noDms;
  return <ChannelList rows={all} currentId={currentId} label={t.channels} note={note} />;
}
