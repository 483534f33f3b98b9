import type { AnyChannel } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { useResource, useStore } from '@palaver/react';
import { Menu as MenuIcon, Pin, Search, Users, X } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { PersonAvatar } from '../people/person.js';
import { ChannelIcon } from '../shell/channel-link.js';
import { rememberChannel } from '../shell/last-channel.js';
import { Boundary } from '../ui/boundary.js';
import { Button, IconButton } from '../ui/button.js';
import { afterMessages } from '../ui/first-messages.js';
import { late } from '../ui/late.js';
import { LateMenu } from '../ui/late-menu.js';
import { useAttempt } from '../ui/use-attempt.js';
import styles from './channel-page.module.css';
import { ChannelMenuIcon, useChannelPreference } from './channel-preference.js';
import { Composer } from './composer.js';
import { focusComposer, useLooseTyping } from './composer-focus.js';
import { KeptText } from './kept-text.js';
import { MessageList } from './message-list.js';
import { NamesProvider } from './names.js';
import { TypingLine } from './typing-line.js';
import { UnreadFromProvider } from './unread-from.js';
import { useEditLast } from './use-edit-last.js';
import { useLostEdits } from './use-open-edits.js';
import { wayToWrite } from './way-to-write.js';

const SearchPanel = late(() => import('./search-panel.js'));
const MemberPanel = late(() => import('./member-panel.js'));
const ThreadPanel = late(() => import('./thread-panel.js'));
const PinsPanel = late(() => import('./pins-panel.js'));
const loadChannelMenu = () => import('./channel-menu.js');
const ChannelMenu = late(loadChannelMenu);

const OwnAnswers = late(afterMessages(() => import('../bots/own-answers.js')));

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
  return (
    <UnreadFromProvider value={setUnreadFrom}>
      <MessageList channel={channel} threadId={null} unreadFrom={unreadFrom} onThread={onThread} />
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
