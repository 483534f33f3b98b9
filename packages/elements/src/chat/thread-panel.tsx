import type { AnyChannel } from '@palaver/client';
import { followedThreads } from '@palaver/client/personal';
import { resources, stateOf } from '@palaver/client/store';
import { useList, useResource, useStore } from '@palaver/react';
import { Bell, BellOff, X } from 'lucide-react';
import { Suspense, useEffect, useMemo } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Boundary } from '../ui/boundary.js';
import { IconButton } from '../ui/button.js';
import { afterMessages } from '../ui/first-messages.js';
import { late } from '../ui/late.js';
import { useAttempt } from '../ui/use-attempt.js';
import styles from './channel-page.module.css';
import { Composer } from './composer.js';
import { MessageList } from './message-list.js';
import { MessageRow } from './message-row.js';
import type { ReadingEntry } from './reading-entry.js';
import { useEditLast } from './use-edit-last.js';

const OwnAnswers = late(afterMessages(() => import('../bots/own-answers.js')));

interface ThreadPanelProps {
  readonly channel: AnyChannel;
  readonly rootId: string;
  /** Names the reply that the thread opens at; null for its end. */
  readonly entry: ReadingEntry | null;
  readonly onClose: () => void;
}

/** The first message of a thread, its replies, and where one answers. */
export default function ThreadPanel({ channel, rootId, entry, onClose }: ThreadPanelProps) {
  const t = useTexts();
  const { client } = useStore();
  const attempt = useAttempt();
  const editLast = useEditLast(channel.id, rootId);
  const { value: root } = useResource(
    useMemo(() => resources.message(rootId, channel.id), [rootId, channel.id]),
  );
  const { value: followed } = useList(followedThreads);
  const thread = followed?.items.find(({ threadId }) => threadId === rootId);
  useThreadRead(channel.id, rootId, thread !== undefined);
  const change = thread ? client.api.threads.unfollow : client.api.threads.follow;
  return (
    <>
      <header className={styles.head}>
        <h2>
          {t.thread}{' '}
          <span className={styles.threadOf} dir="auto">
            {channel.isDm ? channel.displayName : `#${channel.displayName}`}
          </span>
        </h2>
        <IconButton
          label={thread ? t.unfollowThread : t.followThread}
          aria-pressed={thread !== undefined}
          onClick={() => void attempt(change.mutate({ messageId: rootId }))}
        >
          {thread ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />}
        </IconButton>
        <IconButton label={t.close} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      {root && (
        <Boundary of="row">
          <MessageRow message={root} isFirst channel={channel} onThread={undefined} />
        </Boundary>
      )}
      <MessageList channel={channel} threadId={rootId} entry={entry} />
      <Suspense>
        <OwnAnswers channel={channel} threadId={rootId} />
      </Suspense>
      <Composer channel={channel} threadId={rootId} label={t.reply} onUp={editLast} />
    </>
  );
}

/** Marks a thread that the person follows as read up to its newest reply, while it is shown. */
function useThreadRead(channelId: string, threadId: string, isFollowed: boolean): void {
  const store = useStore();
  const { value } = useList(useMemo(() => resources.repliesOf(threadId, channelId), [threadId, channelId]));
  const newest = value?.hasNewer === false ? (value.items[0] ?? null) : null;
  useEffect(() => {
    if (!isFollowed || newest === null || document.visibilityState !== 'visible') return;
    const { value: threads } = stateOf(store.state, followedThreads);
    const unread = threads?.items.find((each) => each.threadId === threadId);
    if (unread && unread.unreadCount === 0 && unread.lastReply?.id === newest.id) return;
    void store.client.api.threads.markRead.mutate({ threadId, messageId: newest.id }).catch(() => {});
  }, [store, threadId, isFollowed, newest]);
}
