import type { AnyChannel, Message } from '@palaver/client';
import { type ListResource, resources, type StoreState, selectMessages } from '@palaver/client/store';
import { useSelected, useStore, useWatched } from '@palaver/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { Link } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { Boundary } from '../ui/boundary.js';
import { messagesAreShown } from '../ui/first-messages.js';
import { addressOfMessage } from './address.js';
import { DayLine, NewLine } from './lines.js';
import styles from './message-list.module.css';
import { MessageRow } from './message-row.js';
import { type Row, rowsOf } from './message-rows.js';
import { OutgoingRow } from './outgoing-row.js';
import { useFirstNew, useRead } from './use-read.js';
import { useStagedRows } from './use-staged-rows.js';
import { useTarget } from './use-target.js';

interface MessageListProps {
  readonly channel: AnyChannel;
  /** The first message of the thread; null for the channel itself. */
  readonly threadId: string | null;
  readonly onThread?: ((rootId: string) => void) | undefined;
  /** The message from which on the person has marked the channel as unread, which it then stays. */
  readonly unreadFrom?: string | null;
  /** The message of which the text is being changed. */
  readonly editedId?: string | null;
  readonly onEdited?: () => void;
}

/** So near to an end, in pixels, the next page is loaded, and the list counts as being at its end. */
const NEAR = 400;
const AT_END = 40;

const selectUserId = ({ userId }: StoreState) => userId;

/** The messages of a channel or a thread: they stay at the newest while one is there. */
export function MessageList(props: MessageListProps) {
  const { channel, threadId, onThread, unreadFrom = null, editedId = null, onEdited } = props;
  const t = useTexts();
  const store = useStore();
  const channelId = channel.id;
  const firstNew = useFirstNew(channelId, threadId === null);
  const firstNewId = unreadFrom ?? firstNew;
  const { list, messages, hasOlder, hasNewer, loading, status, allRows } = useShown(
    channelId,
    threadId,
    firstNewId,
  );

  const view = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const { rows, isShifted } = useStagedRows(allRows);
  const lastKey = rows.at(-1)?.key;
  // Not only what comes at the end moves it: the line above what is new is known later than the messages.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that is loading has another height
  useLayoutEffect(() => {
    if (isAtEnd && rows.length > 0) view.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  }, [rows, isAtEnd, status]);
  const isSettled = useSettled(status === 'ready');
  const isNewBefore = firstNewId !== null && firstNewId < (messages[0]?.id ?? '');
  const { isNewAbove, look } = useNewAbove(rows, isNewBefore);
  const isMine = rows.at(-1)?.kind === 'outgoing';
  // Who writes wants to see it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each message that one writes
  useEffect(() => {
    if (isMine) void jumpToLatest();
  }, [lastKey]);
  const target = useTarget(list, threadId === null, rows, (index) => {
    setAtEnd(false);
    view.current?.scrollToIndex(index, { align: 'center' });
  });
  const isRead = threadId === null && unreadFrom === null && isAtEnd && !hasNewer;
  useRead(channelId, isRead ? (messages.at(-1) ?? null) : null);

  // What was loaded may not reach as far as is near.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when a page has come
  useEffect(() => {
    const handle = view.current;
    if (handle === null || loading !== null || rows.length === 0) return;
    look(handle, false);
    const isShort = handle.scrollSize <= handle.viewportSize;
    if (!isAtEnd || isShort) loadNear(handle, handle.scrollOffset);
  }, [rows, loading]);

  function onScroll(offset: number) {
    const handle = view.current;
    if (handle === null) return;
    setAtEnd(handle.scrollSize - handle.viewportSize - offset < AT_END && !hasNewer);
    look(handle, true);
    loadNear(handle, offset);
  }

  function loadNear(handle: VirtualizerHandle, offset: number) {
    const toEnd = handle.scrollSize - handle.viewportSize - offset;
    if (offset < NEAR && hasOlder && loading === null) void store.loadOlder(list).catch(() => {});
    if (toEnd < NEAR && hasNewer && loading === null) void store.loadNewer(list).catch(() => {});
  }

  async function jumpToLatest() {
    if (hasNewer) await store.showLatest(list).catch(() => {});
    setAtEnd(true);
  }

  return (
    <div
      className={styles.frame}
      role="log"
      aria-label={channel.displayName}
      aria-busy={status === 'loading'}
    >
      {status === 'loading' && <p className={styles.loading}>{t.loading}</p>}
      {isNewAbove && firstNewId !== null && <JumpToNew channel={channel} messageId={firstNewId} />}
      <div className={styles.list} data-settling={!isSettled || undefined}>
        {threadId === null && <div className={styles.space} />}
        <Virtualizer ref={view} shift={isShifted} onScroll={onScroll}>
          {rows.map((row) => (
            <Boundary key={row.key} of="row">
              <RowView
                row={row}
                isTarget={row.key === target}
                channel={channel}
                onThread={onThread}
                isEdited={row.key === editedId}
                onEdited={onEdited}
              />
            </Boundary>
          ))}
        </Virtualizer>
      </div>
      {!isAtEnd && (
        <button type="button" className={styles.jump} onClick={() => void jumpToLatest()}>
          <ArrowDown aria-hidden="true" /> {t.jumpToLatest}
        </button>
      )}
    </div>
  );
}

/** What is loaded of a channel or a thread, and the rows that are made of it. */
function useShown(channelId: string, threadId: string | null, firstNewId: string | null) {
  const list: ListResource<Message> = useMemo(
    () => (threadId === null ? resources.messagesOf(channelId) : resources.repliesOf(threadId, channelId)),
    [channelId, threadId],
  );
  useWatched(list);
  const shown = useSelected(
    useMemo(() => selectMessages(list, { channelId, threadId }), [list, channelId, threadId]),
  );
  const userId = useSelected(selectUserId);
  const { messages, outgoing, hasOlder, status } = shown;
  const isWhole = status === 'ready' && !hasOlder && threadId === null;
  const allRows = useMemo(
    () => rowsOf({ messages, outgoing, userId, firstNewId, isWhole }),
    [messages, outgoing, userId, firstNewId, isWhole],
  );
  return { ...shown, list, allRows };
}

/** Whether what is new begins above what is seen, and has not been seen yet. */
function useNewAbove(rows: readonly Row[], isBefore: boolean) {
  const index = rows.findIndex(({ kind }) => kind === 'new');
  const [isAbove, setAbove] = useState(false);
  const [isSeen, setSeen] = useState(false);
  const look = (handle: VirtualizerHandle, isScrolled: boolean) => {
    const isNowAbove = index < 0 ? isBefore : handle.getItemOffset(index) < handle.scrollOffset;
    setAbove(isNowAbove);
    if (isScrolled && !isNowAbove && index >= 0) setSeen(true);
  };
  return { isNewAbove: isAbove && !isSeen, look };
}

interface JumpToNewProps extends Pick<MessageListProps, 'channel'> {
  readonly messageId: string;
}

function JumpToNew({ channel: { id: channelId, serverId }, messageId }: JumpToNewProps) {
  const t = useTexts();
  const address = addressOfMessage({ serverId, channelId, messageId, threadId: null });
  return (
    <Link href={address} className={styles.jump} data-up>
      <ArrowUp aria-hidden="true" /> {t.jumpToFirstNew}
    </Link>
  );
}

interface RowViewProps extends Pick<MessageListProps, 'channel' | 'onThread'> {
  readonly row: Row;
  readonly isTarget: boolean;
  readonly isEdited: boolean;
  readonly onEdited: (() => void) | undefined;
}

function RowView({ row, isTarget, channel, onThread, isEdited, onEdited }: RowViewProps) {
  const t = useTexts();
  switch (row.kind) {
    case 'beginning':
      return <h2 className={styles.beginning}>{t.beginning(channel.displayName)}</h2>;
    case 'day':
      return <DayLine date={row.date} />;
    case 'new':
      return <NewLine />;
    case 'message':
      return (
        <MessageRow
          message={row.message}
          isFirst={row.isFirst}
          isTarget={isTarget}
          channel={channel}
          onThread={onThread}
          isEdited={isEdited}
          {...(isEdited && onEdited ? { onEdited } : {})}
        />
      );
    case 'outgoing':
      return <OutgoingRow outgoing={row.outgoing} isFirst={row.isFirst} />;
  }
}

/** The rows are measured in the first frame, and stand where they stay in the second one. */
function useSettled(isLoaded: boolean): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isLoaded) return undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setSettled(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [isLoaded]);
  useEffect(() => {
    if (isSettled) messagesAreShown();
  }, [isSettled]);
  return isSettled;
}
