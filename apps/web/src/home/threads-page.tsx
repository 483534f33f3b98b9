import type { FollowedThread } from '@palaver/client';
import { followedThreads } from '@palaver/client/personal';
import { excerptOf } from '@palaver/elements/chat/markdown/excerpt.js';
import { addressOfMessage } from '@palaver/elements/host/address.js';
import { shortTimeOf } from '@palaver/elements/i18n/clock.js';
import { authorName } from '@palaver/elements/people/author-name.js';
import { PersonAvatar } from '@palaver/elements/people/person.js';
import { Avatar } from '@palaver/elements/ui/avatar.js';
import { Button } from '@palaver/elements/ui/button.js';
import { EmptyNote } from '@palaver/elements/ui/empty-note.js';
import { beginningOf } from '@palaver/elements/ui/graphemes.js';
import { useListKeys } from '@palaver/elements/ui/list-keys.js';
import { useAttempt } from '@palaver/elements/ui/use-attempt.js';
import { useList } from '@palaver/react';
import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useI18n } from '../i18n/i18n.js';
import styles from './home.module.css';
import { HomePage, type HomePageProps } from './home-page.js';
import { PlaceLine } from './place-line.js';
import { unreadThreads } from './unread-threads.js';

const TITLE_MAX = 120;

/** The threads that the person follows, the one with the newest reply first. */
export default function ThreadsPage({ openMenu }: HomePageProps) {
  const keys = useListKeys('li');
  const { t } = useI18n();
  const attempt = useAttempt();
  const { value, status, loadOlder } = useList(followedThreads);
  const [isFiltered, setFiltered] = useState(false);
  const all = value?.items ?? [];
  const threads = isFiltered ? unreadThreads(all) : all;
  return (
    <HomePage
      title={t.threads}
      openMenu={openMenu}
      actions={
        <div className={styles.filter}>
          <button type="button" aria-pressed={!isFiltered} onClick={() => setFiltered(false)}>
            {t.showAll}
          </button>
          <button type="button" aria-pressed={isFiltered} onClick={() => setFiltered(true)}>
            {t.showUnread}
          </button>
        </div>
      }
    >
      {status === 'ready' && threads.length === 0 && (
        <EmptyNote icon={<MessagesSquare aria-hidden="true" />} title={t.noThreads} text={t.threadsHint} />
      )}
      <ul className={styles.items} aria-busy={status === 'loading'} {...keys}>
        {threads.map((thread) => (
          <li key={thread.threadId}>
            <ThreadItem thread={thread} />
          </li>
        ))}
      </ul>
      {value?.hasOlder && (
        <div className={styles.more}>
          <Button look="plain" onClick={() => void attempt(loadOlder())}>
            {t.showMore}
          </Button>
        </div>
      )}
    </HomePage>
  );
}

function ThreadItem({ thread }: { readonly thread: FollowedThread }) {
  const { t, locale } = useI18n();
  const { root, lastReply, unreadCount, channelId, serverId, threadId } = thread;
  const address = addressOfMessage({ serverId, channelId, messageId: null, threadId });
  return (
    <article className={styles.item} data-unread={unreadCount > 0 || undefined}>
      <span className={styles.picture}>
        <PersonAvatar user={root.user} />
      </span>
      <div>
        <Link href={address} className={styles.what} dir="auto">
          {authorName(root)}: {beginningOf(excerptOf(root.content), TITLE_MAX)}
        </Link>
        <PlaceLine channelId={channelId} />
      </div>
      <p className={styles.quote} dir="auto">
        {lastReply && (
          <>
            <Avatar user={lastReply.user} size="tiny" /> {authorName(lastReply)}:{' '}
            {excerptOf(lastReply.content)}
          </>
        )}
      </p>
      <span className={styles.side}>
        {lastReply && (
          <time dateTime={lastReply.createdAt}>
            {shortTimeOf(new Date(lastReply.createdAt), new Date(), locale)}
          </time>
        )}
        {t.replies(root.replyCount)}
        {unreadCount > 0 && <span className={styles.count}>{unreadCount}</span>}
      </span>
    </article>
  );
}
