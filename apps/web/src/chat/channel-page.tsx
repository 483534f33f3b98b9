import type { AnyChannel } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { useResource, useStore } from '@palaver/react';
import { Menu as MenuIcon, Search, Users, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { ChannelIcon } from '../shell/channel-link.js';
import { rememberChannel } from '../shell/last-channel.js';
import { Button, IconButton } from '../ui/button.js';
import { Composer } from './composer.js';
import styles from './channel-page.module.css';
import { MemberPanel } from './member-panel.js';
import { MessageList } from './message-list.js';
import { ThreadPanel } from './thread-panel.js';
import { TypingLine } from './typing-line.js';

const SearchPanel = lazy(() => import('./search-panel.js'));

interface ChannelPageProps {
  readonly channelId: string;
  readonly openMenu: () => void;
}

type Side = { readonly kind: 'members' | 'search' } | { readonly kind: 'thread'; readonly rootId: string };

/** A channel or a direct message: its messages, where one writes, and what is open beside them. */
export function ChannelPage({ channelId, openMenu }: ChannelPageProps) {
  const t = useTexts();
  const { value, status } = useResource(useMemo(() => resources.channel(channelId), [channelId]));
  const [side, setSide] = useState<Side | null>(null);
  const channel = value?.channel ?? null;
  useEffect(() => {
    if (channel?.serverId) rememberChannel(channel.serverId, channelId);
    if (channel) document.title = `${channel.displayName} – ${t.appName}`;
  }, [channel, channelId, t]);
  const titles = { members: t.membersTitle, search: t.search, thread: t.thread };
  if (status === 'gone') return <Gone openMenu={openMenu} />;
  return (
    <div className={styles.page} data-side={side?.kind}>
      <main className={styles.channel}>
        <header className={styles.head}>
          <IconButton label={t.openMenu} className={styles.menu} onClick={openMenu}>
            <MenuIcon aria-hidden="true" />
          </IconButton>
          {channel && !channel.isDm && <ChannelIcon channel={channel} />}
          <h1 dir="auto">{channel?.displayName}</h1>
          {channel?.topic && (
            <p className={styles.topic} dir="auto" title={channel.topic}>
              {channel.topic}
            </p>
          )}
          <IconButton
            label={t.search}
            className={`${styles.people} ${styles.first}`}
            aria-pressed={side?.kind === 'search'}
            onClick={() => setSide(side?.kind === 'search' ? null : { kind: 'search' })}
          >
            <Search aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t.membersTitle}
            className={styles.people}
            aria-pressed={side?.kind === 'members'}
            onClick={() => setSide(side?.kind === 'members' ? null : { kind: 'members' })}
          >
            <Users aria-hidden="true" />
          </IconButton>
        </header>
        {channel && (
          <>
            <MessageList
              channel={channel}
              threadId={null}
              onThread={(rootId) => setSide({ kind: 'thread', rootId })}
            />
            <TypingLine channel={channel} />
            <WritingPlace channel={channel} />
          </>
        )}
      </main>
      {channel && side && (
        <aside className={styles.side} aria-label={titles[side.kind]}>
          <header className={styles.head}>
            <h2>{titles[side.kind]}</h2>
            <IconButton label={t.close} onClick={() => setSide(null)}>
              <X aria-hidden="true" />
            </IconButton>
          </header>
          {side.kind === 'thread' && <ThreadPanel key={side.rootId} channel={channel} rootId={side.rootId} />}
          {side.kind === 'members' && <MemberPanel channel={channel} />}
          {side.kind === 'search' && (
            <Suspense>
              <SearchPanel channel={channel} />
            </Suspense>
          )}
        </aside>
      )}
    </div>
  );
}

/** Where one writes; in a channel that one only reads, the way in. */
function WritingPlace({ channel }: { readonly channel: AnyChannel }) {
  const t = useTexts();
  const { client } = useStore();
  const { value: unread } = useResource(resources.unread);
  const isMember = channel.isDm || unread?.items.some(({ channelId }) => channelId === channel.id);
  if (channel.archived) return <p className={styles.note}>{t.archived}</p>;
  if (unread === null) return null;
  if (isMember || channel.serverId === null) {
    return <Composer channelId={channel.id} threadId={null} label={t.messageTo(channel.displayName)} />;
  }
  const { serverId, id: channelId } = channel;
  return (
    <div className={styles.note}>
      <p>{t.notMember}</p>
      <Button onClick={() => void client.api.channels.join.mutate({ serverId, channelId })}>
        {t.joinChannel}
      </Button>
    </div>
  );
}

function Gone({ openMenu }: Pick<ChannelPageProps, 'openMenu'>) {
  const t = useTexts();
  return (
    <main className={styles.gone}>
      <IconButton label={t.openMenu} className={styles.menu} onClick={openMenu}>
        <MenuIcon aria-hidden="true" />
      </IconButton>
      <h1>{t.goneTitle}</h1>
      <p>{t.goneText}</p>
    </main>
  );
}
