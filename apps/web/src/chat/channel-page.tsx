import type { AnyChannel } from '@palaver/client';
import { resources } from '@palaver/client/store';
import styles from '@palaver/elements/chat/channel-page.module.css';
import { Composer } from '@palaver/elements/chat/composer.js';
import { focusComposer, useLooseTyping } from '@palaver/elements/chat/composer-focus.js';
import { KeptText } from '@palaver/elements/chat/kept-text.js';
import { MessageList } from '@palaver/elements/chat/message-list.js';
import { NamesProvider } from '@palaver/elements/chat/names.js';
import { TypingLine } from '@palaver/elements/chat/typing-line.js';
import { UnreadFromProvider } from '@palaver/elements/chat/unread-from.js';
import { useEditLast } from '@palaver/elements/chat/use-edit-last.js';
import { useLostEdits } from '@palaver/elements/chat/use-open-edits.js';
import { wayToWrite } from '@palaver/elements/chat/way-to-write.js';
import { PersonAvatar } from '@palaver/elements/people/person.js';
import { Boundary } from '@palaver/elements/ui/boundary.js';
import { Button, IconButton } from '@palaver/elements/ui/button.js';
import { afterMessages } from '@palaver/elements/ui/first-messages.js';
import { late } from '@palaver/elements/ui/late.js';
import { LateMenu } from '@palaver/elements/ui/late-menu.js';
import { useAttempt } from '@palaver/elements/ui/use-attempt.js';
import { useResource, useStore } from '@palaver/react';
import { Menu as MenuIcon, Pin, Search, Users, X } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { ChannelIcon } from '../shell/channel-link.js';
import { rememberChannel } from '../shell/last-channel.js';
import { ChannelMenuIcon, useChannelPreference } from './channel-preference.js';
import { useHistoryEntry } from './use-history-entry.js';

const SearchPanel = late(() => import('@palaver/elements/chat/search-panel.js'));
const MemberPanel = late(() => import('./member-panel.js'));
const ThreadPanel = late(() => import('@palaver/elements/chat/thread-panel.js'));
const PinsPanel = late(() => import('@palaver/elements/chat/pins-panel.js'));
const loadChannelMenu = () => import('./channel-menu.js');
const ChannelMenu = late(loadChannelMenu);

const OwnAnswers = late(afterMessages(() => import('@palaver/elements/bots/own-answers.js')));

interface ChannelPageProps {
  readonly channelId: string;
  readonly openMenu: () => void;
}

const PANELS = ['search', 'pins', 'members'] as const;
type Panel = (typeof PANELS)[number];
type Side = { readonly kind: Panel } | { readonly kind: 'thread'; readonly rootId: string };

/** A channel or a direct message: its messages, where one writes, and what is open beside them. */
export function ChannelPage({ channelId, openMenu }: ChannelPageProps) {
  const t = useTexts();
  const { value, status } = useResource(useMemo(() => resources.channel(channelId), [channelId]));
  const [side, setSide] = useSide();
  const channel = value?.channel ?? null;
  useLooseTyping();
  useLostEdits();
  useEffect(() => {
    if (channel?.serverId) rememberChannel(channel.serverId, channelId);
    if (channel) document.title = `${channel.displayName} – ${t.appName}`;
  }, [channel, channelId, t]);
  if (status === 'gone') return <Gone channelId={channelId} openMenu={openMenu} />;
  const page = (
    <div className={styles.page} data-side={side?.kind}>
      <main className={styles.channel}>
        <header className={styles.head}>
          <IconButton label={t.openMenu} className={styles.menu} onClick={openMenu}>
            <MenuIcon aria-hidden="true" />
          </IconButton>
          {channel && <ChannelTitle channel={channel} />}
          <PanelButtons side={side} onSide={setSide} />
        </header>
        {channel && (
          <Conversation channel={channel} onThread={(rootId) => setSide({ kind: 'thread', rootId })} />
        )}
      </main>
      {channel && side && (
        <SidePanel
          channel={channel}
          side={side}
          onClose={() => {
            setSide(null);
            focusComposer(null);
          }}
        />
      )}
    </div>
  );
  return channel ? <NamesProvider channel={channel}>{page}</NamesProvider> : page;
}

/** What is open beside the channel. A thread that the address names (`?thread=`) is. */
function useSide(): readonly [Side | null, (side: Side | null) => void] {
  const [parameters, setParameters] = useSearchParams();
  const named = parameters.get('thread');
  const [side, setSide] = useState<Side | null>(null);
  useEffect(() => {
    if (named !== null) setSide({ kind: 'thread', rootId: named });
  }, [named]);
  return [
    side,
    (next) => {
      setSide(next);
      if (named !== null) setParameters({}, { replace: true });
    },
  ];
}

function ChannelTitle({ channel }: { readonly channel: AnyChannel }) {
  const t = useTexts();
  const { value: me } = useResource(resources.me);
  const { mutedUntil } = useChannelPreference(channel.id);
  const other = channel.members?.length === 2 ? channel.members.find(({ id }) => id !== me?.id) : undefined;
  return (
    <>
      {other && <PersonAvatar user={other} size="small" />}
      {!channel.isDm && <ChannelIcon channel={channel} />}
      <h1 dir="auto">{channel.displayName}</h1>
      <LateMenu
        label={t.channelMenu}
        className={styles.trigger}
        icon={<ChannelMenuIcon isMuted={mutedUntil !== null} />}
        load={loadChannelMenu}
      >
        <ChannelMenu channel={channel} />
      </LateMenu>
      {channel.topic && (
        <div className={styles.topic} title={channel.topic}>
          <p dir="auto">{channel.topic}</p>
        </div>
      )}
    </>
  );
}

function PanelButtons({
  side,
  onSide,
}: {
  readonly side: Side | null;
  readonly onSide: (side: Side | null) => void;
}) {
  const t = useTexts();
  const icons: Record<Panel, ReactNode> = {
    search: <Search aria-hidden="true" />,
    pins: <Pin aria-hidden="true" />,
    members: <Users aria-hidden="true" />,
  };
  const labels: Record<Panel, string> = { search: t.search, pins: t.pins, members: t.membersTitle };
  return (
    <div className={styles.panels}>
      {PANELS.map((kind) => (
        <IconButton
          key={kind}
          label={labels[kind]}
          className={styles.people}
          aria-pressed={side?.kind === kind}
          onClick={() => onSide(side?.kind === kind ? null : { kind })}
        >
          {icons[kind]}
        </IconButton>
      ))}
    </div>
  );
}

function SidePanel({
  channel,
  side,
  onClose,
}: {
  readonly channel: AnyChannel;
  readonly side: Side;
  readonly onClose: () => void;
}) {
  const t = useTexts();
  const titles = { members: t.membersTitle, search: t.search, pins: t.pins, thread: t.thread };
  return (
    <aside className={styles.side} aria-label={titles[side.kind]}>
      {side.kind === 'thread' ? (
        <Boundary of="panel">
          <Suspense>
            <ThreadPanel key={side.rootId} channel={channel} rootId={side.rootId} onClose={onClose} />
          </Suspense>
        </Boundary>
      ) : (
        <>
          <header className={styles.head}>
            <h2>{titles[side.kind]}</h2>
            <IconButton label={t.close} onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </header>
          <Boundary key={side.kind} of="panel">
            <Suspense>
              {side.kind === 'members' && <MemberPanel channel={channel} />}
              {side.kind === 'search' && <SearchPanel channel={channel} />}
              {side.kind === 'pins' && <PinsPanel channel={channel} />}
            </Suspense>
          </Boundary>
        </>
      )}
    </aside>
  );
}

/** The messages and where one writes. */
function Conversation({
  channel,
  onThread,
}: {
  readonly channel: AnyChannel;
  readonly onThread: (rootId: string) => void;
}) {
  const [unreadFrom, setUnreadFrom] = useState<string | null>(null);
  const editLast = useEditLast(channel.id, null);
  const entry = useHistoryEntry(channel.id);
  return (
    <UnreadFromProvider value={setUnreadFrom}>
      <MessageList
        channel={channel}
        threadId={null}
        entry={entry}
        unreadFrom={unreadFrom}
        onThread={onThread}
      />
      <Suspense>
        <OwnAnswers channel={channel} threadId={null} />
      </Suspense>
      <TypingLine channel={channel} />
      <WritingPlace channel={channel} onSent={() => setUnreadFrom(null)} onUp={editLast} />
    </UnreadFromProvider>
  );
}

/** Where one writes; in a channel that one only reads, the way in. */
function WritingPlace({
  channel,
  onSent,
  onUp,
}: {
  readonly channel: AnyChannel;
  readonly onSent: () => void;
  readonly onUp: () => void;
}) {
  const t = useTexts();
  const { client } = useStore();
  const attempt = useAttempt();
  const { value: unread } = useResource(resources.unread);
  const { serverId, id: channelId } = channel;
  const way = wayToWrite(channel, unread?.items ?? null);
  if (way === 'archived') {
    return (
      <>
        <p className={styles.note}>{t.archived}</p>
        <KeptText channelId={channelId} />
      </>
    );
  }
  if (way === 'write') {
    return (
      <Composer
        channel={channel}
        threadId={null}
        label={t.messageTo(channel.displayName)}
        onSent={onSent}
        onUp={onUp}
      />
    );
  }
  if (way === null || serverId === null) return null;
  return (
    <>
      <div className={styles.note}>
        <p>{t.notMember}</p>
        <Button onClick={() => void attempt(client.api.channels.join.mutate({ serverId, channelId }))}>
          {t.joinChannel}
        </Button>
      </div>
      <KeptText channelId={channelId} />
    </>
  );
}

function Gone({ channelId, openMenu }: ChannelPageProps) {
  const t = useTexts();
  return (
    <main className={styles.gone}>
      <IconButton label={t.openMenu} className={styles.menu} onClick={openMenu}>
        <MenuIcon aria-hidden="true" />
      </IconButton>
      <h1>{t.goneTitle}</h1>
      <p>{t.goneText}</p>
      <KeptText channelId={channelId} />
    </main>
  );
}
