import type { AnyChannel, Message } from '@palaver/client';
import {
  type ListResource,
  resources,
  type StoreState,
  selectMessages,
  stateOf,
} from '@palaver/client/store';
import { useResource, useSelected, useStore, useWatched } from '@palaver/react';
import { useEffect, useMemo, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { Boundary } from '../ui/boundary.js';
import { messagesAreShown } from '../ui/first-messages.js';
import { useListKeys } from '../ui/list-keys.js';
import { JumpToLatest, JumpToNew, useNewAbove } from './jump-pills.js';
import { END } from './list-anchor.js';
import styles from './message-list.module.css';
import { joinsOf, type Row, rowsOf } from './message-rows.js';
import type { ReadingEntry, ReadingPlace } from './reading-entry.js';
import { RowView } from './row-view.js';
import { useAnchor } from './use-anchor.js';
import { useEditedRows } from './use-edited-rows.js';
import { useOpening } from './use-opening.js';
import { useFirstNew, useRead } from './use-read.js';
import { useStagedRows } from './use-staged-rows.js';

interface MessageListProps {
  readonly channel: AnyChannel;
  /** The first message of the thread; null for the channel itself. */
  readonly threadId: string | null;
  readonly onThread?: ((rootId: string) => void) | undefined;
  /** Where the channel is shown. A thread opens at its end. */
  readonly entry?: ReadingEntry | null;
  /** The message from which on the person has marked the channel as unread, which it then stays. */
  readonly unreadFrom?: string | null;
}

/** So near to an end, in pixels, the next page is loaded. */
const NEAR = 400;

const selectUserId = ({ userId }: StoreState) => userId;
const selectIsUnreadKnown = (state: StoreState) => stateOf(state, resources.unread).status !== 'loading';

/** The messages of a channel or a thread: who is at the newest stays there, and who reads further up stays where they read. */
export function MessageList(props: MessageListProps) {
  const { channel, threadId, onThread, entry = null, unreadFrom = null } = props;
  const store = useStore();
  const channelId = channel.id;
  const t = useTexts();
  const isChannel = threadId === null;
  const firstNew = useFirstNew(channelId, isChannel);
  const firstNewId = unreadFrom ?? firstNew ?? null;
  const shown = useShown(channel, threadId, firstNewId);
  const { list, messages, hasNewer, loading, status, allRows, areJoinsKnown } = shown;
  const { rows, isShifted } = useStagedRows(allRows);
  const { scroller, view, isAtEnd, hold, setAnchor, reveal, onScroll } = useAnchor(rows, hasNewer);
  const { target, isOpen } = useOpening({
    list,
    entry,
    rows,
    firstNewId: firstNew,
    setAnchor,
  });
  const loadNear = usePaging(shown);
  const keys = useListKeys('article');
  // What is unread has a line among the messages, as has who joined, and says whether there is a field below them.
  const isUnreadKnown = useSelected(selectIsUnreadKnown);
  const isSettled = useSettled(status === 'ready' && isUnreadKnown && areJoinsKnown);
  const isNewBefore = firstNewId !== null && firstNewId < (messages[0]?.id ?? '');
  const { isNewAbove, look } = useNewAbove(rows, isNewBefore);
  const editedRows = useEditedRows(isChannel ? 'channel' : 'thread', rows, reveal);
  const last = rows.at(-1);
  // What was loaded may not reach as far as is near.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when a page has come
  useEffect(() => {
    const handle = view.current;
    if (handle === null || loading !== null || rows.length === 0) return;
    look(handle, false);
    if (!isAtEnd || handle.scrollSize <= handle.viewportSize) loadNear(handle);
  }, [rows, loading]);
  // Who writes wants to see it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each message that one writes
  useEffect(() => {
    if (last?.kind === 'outgoing') void jumpToLatest();
  }, [last?.key]);
  const isRead = isChannel && isOpen && unreadFrom === null && isAtEnd && !hasNewer;
  useRead(channelId, isRead ? (messages.at(-1) ?? null) : null);

  function onScrolled() {
    const handle = view.current;
    if (handle === null) return;
    onScroll();
    look(handle, true);
    loadNear(handle);
  }

  async function jumpToLatest() {
    if (hasNewer) await store.showLatest(list).catch(() => {});
    setAnchor(END);
  }

  function keepPlace() {
    const handle = view.current;
    if (handle === null || entry === null || !isOpen) return;
    entry.keep(isAtEnd ? null : placeOf(handle, rows, channelId));
  }

  return (
    <div
      className={styles.frame}
      role="log"
      aria-label={isChannel ? channel.displayName : t.thread}
      aria-busy={status === 'loading'}
    >
      {status === 'loading' && <Loading />}
      {isNewAbove && firstNewId !== null && <JumpToNew channel={channel} messageId={firstNewId} />}
      <div ref={scroller} className={styles.list} data-settling={!isSettled || undefined} {...keys}>
        {isChannel && <div className={styles.space} />}
        <Virtualizer
          ref={view}
          shift={isShifted}
          keepMounted={editedRows}
          onScroll={onScrolled}
          onScrollEnd={keepPlace}
          onResize={hold}
        >
          {rows.map((row) => (
            <Boundary key={row.key} of="row">
              <RowView row={row} isTarget={row.key === target} channel={channel} onThread={onThread} />
            </Boundary>
          ))}
        </Virtualizer>
      </div>
      {!isAtEnd && (
        <JumpToLatest channelId={channelId} isChannel={isChannel} onJump={() => void jumpToLatest()} />
      )}
    </div>
  );
}

/** What is loaded of a channel or a thread, and the rows that are made of it. */
function useShown(channel: AnyChannel, threadId: string | null, firstNewId: string | null) {
  const channelId = channel.id;
  const list: ListResource<Message> = useMemo(
    () => (threadId === null ? resources.messagesOf(channelId) : resources.repliesOf(threadId, channelId)),
    [channelId, threadId],
  );
  useWatched(list);
  const shown = useSelected(
    useMemo(() => selectMessages(list, { channelId, threadId }), [list, channelId, threadId]),
  );
  const userId = useSelected(selectUserId);
  const { messages, outgoing, hasOlder, hasNewer, status } = shown;
  const isChannel = status === 'ready' && threadId === null;
  const isWhole = isChannel && !hasOlder;
  const isNewest = isChannel && !hasNewer;
  const { joins, areJoinsKnown } = useJoins(channel, isChannel);
  const allRows = useMemo(
    () => rowsOf({ messages, outgoing, userId, firstNewId, isWhole, isNewest, joins }),
    [messages, outgoing, userId, firstNewId, isWhole, isNewest, joins],
  );
  return { ...shown, list, allRows, areJoinsKnown };
}

const NOBODY: readonly never[] = [];
const selectIsOffline = ({ connection }: StoreState) => connection.status === 'offline';

/** Who joined the channel; nobody in a thread, nor in a channel of many: not all of those who joined are known there. */
function useJoins(channel: AnyChannel, isShown: boolean) {
  const { id, createdBy, isDm } = channel;
  const { value, status } = useResource(useMemo(() => resources.newestMembersOf(id), [id]));
  const members = isShown && value?.isWhole ? value.users : undefined;
  const joins = useMemo(
    () => (members === undefined ? NOBODY : joinsOf({ createdBy, isDm }, members)),
    [members, createdBy, isDm],
  );
  return { joins, areJoinsKnown: !isShown || status !== 'loading' };
}

/** Without a connection nothing is being loaded. */
function Loading() {
  const t = useTexts();
  const isOffline = useSelected(selectIsOffline);
  return <p className={styles.loading}>{isOffline ? t.notOnDevice : t.loading}</p>;
}

/** Loads the next page at the end that is near. */
function usePaging({ list, hasOlder, hasNewer, loading }: ReturnType<typeof useShown>) {
  const store = useStore();
  return ({ scrollOffset, scrollSize, viewportSize }: VirtualizerHandle) => {
    if (loading !== null) return;
    const toEnd = scrollSize - viewportSize - scrollOffset;
    if (scrollOffset < NEAR && hasOlder) void store.loadOlder(list).catch(() => {});
    if (toEnd < NEAR && hasNewer) void store.loadNewer(list).catch(() => {});
  };
}

/** The first message that is seen, and where. */
function placeOf(view: VirtualizerHandle, rows: readonly Row[], channelId: string): ReadingPlace | null {
  const first = view.findItemIndex(view.scrollOffset);
  const index = rows.findIndex(({ kind }, at) => at >= first && kind === 'message');
  const row = rows[index];
  return row ? { channelId, messageId: row.key, top: view.getItemOffset(index) - view.scrollOffset } : null;
}

/** The rows are measured in the first frame, and stand where they stay in the second one. */
function useSettled(isLoaded: boolean): boolean {
  const { onMessagesShown } = useChatHost();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isLoaded) return undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setSettled(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [isLoaded]);
  useEffect(() => {
    if (!isSettled) return;
    onMessagesShown();
    messagesAreShown();
  }, [isSettled, onMessagesShown]);
  return isSettled;
}
