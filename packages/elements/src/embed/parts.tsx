import type { AnyChannel } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { useResource } from '@palaver/react';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { ChannelIcon } from '../channels/channel-link.js';
import channelPage from '../chat/channel-page.module.css';
import { useFocusComposer } from '../chat/composer-focus.js';
import { ChannelMessages } from '../chat/conversation.js';
import { KeptText } from '../chat/kept-text.js';
import { NamesProvider } from '../chat/names.js';
import type { ReadingEntry } from '../chat/reading-entry.js';
import { useLostEdits } from '../chat/use-open-edits.js';
import { WritingPlace } from '../chat/writing-place.js';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { Boundary } from '../ui/boundary.js';
import { ConnectionBar } from '../ui/connection-bar.js';
import { KeysHeld } from '../ui/keys-held.js';
import { late } from '../ui/late.js';
import styles from './embed.module.css';
import { usePlaces, useShown } from './use-place.js';

const ThreadPanel = late(() => import('../chat/thread-panel.js'));

export interface OfChannel {
  /** The id of the channel or direct message to begin with; without one, what the other parts show. */
  readonly channel?: string | null | undefined;
}

/** Shows a channel at first, and when the page names another one. */
export function useStartsAt(channelId: string | null): void {
  const places = usePlaces();
  useEffect(() => {
    if (channelId !== null && places.shown?.channelId !== channelId)
      places.show({ serverId: null, channelId });
  }, [places, channelId]);
}

/** The messages of a channel. */
export function PalaverMessages({ channel = null }: OfChannel) {
  useStartsAt(channel);
  return (
    <section className={styles.part} part="messages">
      <ConnectionBar isSteady />
      <ShownChannel>{(shown) => <Messages key={shown.id} channel={shown} />}</ShownChannel>
    </section>
  );
}

/** Where one writes to a channel. */
export function PalaverComposer({ channel = null }: OfChannel) {
  useStartsAt(channel);
  return (
    <section className={styles.part} part="composer">
      <ShownChannel isQuiet>{(shown) => <WritingPlace key={shown.id} channel={shown} />}</ShownChannel>
    </section>
  );
}

/** The thread that was opened; nothing while there is none. */
export function PalaverThread() {
  return <ShownChannel isQuiet>{(channel) => <Thread channel={channel} />}</ShownChannel>;
}

/** The messages of a channel and where one writes, below its name. */
export function Channel({ lead }: { readonly lead: ReactNode }) {
  return (
    <ShownChannel lead={<header className={channelPage.head}>{lead}</header>}>
      {(channel) => (
        <section className={styles.part} aria-label={channel.displayName}>
          <header className={channelPage.head} part="header">
            {lead}
            {!channel.isDm && <ChannelIcon channel={channel} />}
            <h2 dir="auto">{channel.displayName}</h2>
            {channel.topic && (
              <div className={channelPage.topic} title={channel.topic}>
                <p dir="auto">{channel.topic}</p>
              </div>
            )}
          </header>
          <div className={styles.part} part="messages">
            <Messages key={channel.id} channel={channel} />
          </div>
          <div className={styles.writing} part="composer">
            <WritingPlace key={channel.id} channel={channel} />
          </div>
        </section>
      )}
    </ShownChannel>
  );
}

interface ShownChannelProps {
  readonly children: (channel: AnyChannel) => ReactNode;
  /** Whether nothing is said where there is no channel: another part does so. */
  readonly isQuiet?: boolean;
  readonly lead?: ReactNode;
}

/** Loads what is shown, with what its texts may name. */
export function ShownChannel({ children, ...props }: ShownChannelProps) {
  const t = useTexts();
  const shown = useShown();
  if (shown !== null)
    return (
      <Known channelId={shown.channelId} {...props}>
        {children}
      </Known>
    );
  if (props.isQuiet) return null;
  return (
    <>
      {props.lead}
      <p className={styles.note}>{t.chooseChannel}</p>
    </>
  );
}

function Known({ channelId, children, isQuiet, lead }: ShownChannelProps & { readonly channelId: string }) {
  const t = useTexts();
  const { value, status } = useResource(useMemo(() => resources.channel(channelId), [channelId]));
  const channel = value?.channel ?? null;
  if (status !== 'gone') {
    if (channel === null) return isQuiet ? null : lead;
    return <NamesProvider channel={channel}>{children(channel)}</NamesProvider>;
  }
  if (isQuiet) return null;
  return (
    <>
      {lead}
      <div className={channelPage.gone}>
        <h2>{t.goneTitle}</h2>
        <p>{t.goneText}</p>
        <KeptText channelId={channelId} />
      </div>
    </>
  );
}

function Messages({ channel }: { readonly channel: AnyChannel }) {
  const places = usePlaces();
  const shown = useShown();
  const { show } = useChatHost();
  const [unreadFrom, setUnreadFrom] = useState<string | null>(null);
  const named = shown?.messageId ?? null;
  const entry = useMemo(() => places.entryOf(channel.id, named), [places, channel.id, named]);
  useLostEdits();
  const { serverId, id: channelId } = channel;
  return (
    <ChannelMessages
      channel={channel}
      entry={entry}
      onThread={(rootId) => show({ serverId, channelId, messageId: rootId, threadId: rootId })}
      unreadFrom={unreadFrom}
      onUnreadFrom={setUnreadFrom}
    />
  );
}

/** The thread that is open beside a channel. */
export function Thread({ channel }: { readonly channel: AnyChannel }) {
  const t = useTexts();
  const places = usePlaces();
  const thread = useShown()?.thread ?? null;
  const focusComposer = useFocusComposer();
  const replyId = thread?.replyId ?? null;
  const entry = useMemo(() => entryOfThread(replyId), [replyId]);
  if (thread === null) return null;
  const close = () => {
    places.closeThread();
    focusComposer(null);
  };
  // What lies over it, or a field of it, takes the key first.
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && close();
  return (
    <section className={styles.thread} aria-label={t.thread} part="thread" onKeyDown={onKeyDown}>
      <Boundary of="panel">
        <Suspense fallback={<KeysHeld />}>
          <ThreadPanel
            key={thread.rootId}
            channel={channel}
            rootId={thread.rootId}
            entry={entry}
            onClose={close}
          />
        </Suspense>
      </Boundary>
    </section>
  );
}

/** A thread opens at the reply that is named, else at its end. */
function entryOfThread(named: string | null): ReadingEntry {
  return { named, asked: () => ({ place: null, messageId: named }), keep: () => {}, onMoved: () => () => {} };
}
