import type { AnyChannel, Message } from '@palaver/client';
import type { StoreState } from '@palaver/client/store';
import { useSelected } from '@palaver/react';
import { Pin } from 'lucide-react';
import { lazy, memo, Suspense, useState } from 'react';
import { useI18n } from '../i18n/i18n.js';
import { Avatar } from '../ui/avatar.js';
import { Attachments } from './attachments.js';
import { EditForm } from './edit-form.js';
import { Markdown } from './markdown.js';
import styles from './message-row.module.css';
import { Reactions } from './reactions.js';

interface MessageRowProps {
  readonly message: Message;
  /** Whether it stands first of several of its author, under their name. */
  readonly isFirst: boolean;
  /** Whether it was asked for by its id. */
  readonly isTarget?: boolean;
  readonly channel: AnyChannel;
  readonly onThread: ((rootId: string) => void) | undefined;
}

/** With the menus, which are loaded once somebody points at a message. */
const MessageActions = lazy(() => import('./message-actions.js'));

const selectUserId = ({ userId }: StoreState) => userId;

export const MessageRow = memo(function MessageRow({
  message,
  isFirst,
  isTarget = false,
  channel,
  onThread,
}: MessageRowProps) {
  const { t, language } = useI18n();
  const userId = useSelected(selectUserId);
  const [isEditing, setEditing] = useState(false);
  const [isPointedAt, setPointedAt] = useState(false);
  const showActions = () => setPointedAt(true);
  const { user, content, createdAt, edited, mentions, replyCount } = message;
  const time = new Date(createdAt);
  const clock = time.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' });
  const isForMe = userId !== null && (mentions.userIds.includes(userId) || mentions.channel || mentions.here);
  return (
    <article
      className={styles.row}
      data-first={isFirst || undefined}
      data-mention={isForMe || undefined}
      data-target={isTarget || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: messages are walked with the keyboard (ARIA, feed)
      tabIndex={0}
      aria-label={`${user.displayName}, ${clock}`}
      onPointerEnter={showActions}
      onFocus={showActions}
    >
      <div className={styles.gutter}>
        {isFirst ? <Avatar user={user} /> : <time dateTime={createdAt}>{clock}</time>}
      </div>
      <div className={styles.body}>
        {isFirst && (
          <p className={styles.head}>
            <strong dir="auto">{user.displayName}</strong>
            {user.bot && <span className={styles.bot}>{t.bot}</span>}
            <time dateTime={createdAt} title={time.toLocaleString(language)}>
              {clock}
            </time>
          </p>
        )}
        {message.pinnedAt !== null && (
          <p className={styles.pinned}>
            <Pin aria-hidden="true" /> {t.pinned}
          </p>
        )}
        {isEditing ? (
          <EditForm message={message} onDone={() => setEditing(false)} />
        ) : (
          content !== '' && (
            <div className={styles.content}>
              <Markdown text={content} />
              {edited && <span className={styles.edited}>({t.edited})</span>}
            </div>
          )
        )}
        <Attachments files={message.attachments} />
        <Reactions message={message} channel={channel} />
        {replyCount > 0 && onThread && (
          <button type="button" className={styles.thread} onClick={() => onThread(message.id)}>
            {t.replies(replyCount)}
          </button>
        )}
      </div>
      {isPointedAt && !isEditing && (
        <Suspense>
          <MessageActions
            message={message}
            isMine={message.userId === userId}
            onEdit={() => setEditing(true)}
            onThread={onThread}
          />
        </Suspense>
      )}
    </article>
  );
});
