import type { Message } from '@palaver/client';
import { shortTimeOf } from '../i18n/clock.js';
import { useI18n } from '../i18n/i18n.js';
import { Avatar } from '../ui/avatar.js';
import { facesOf } from './faces-of.js';
import styles from './message-row.module.css';
import { useNames, useNeeded } from './names.js';

/** Under a message: who has replied to it, how often and when at last. Pressed, it opens the thread. */
export function ThreadLine({
  message,
  onThread,
}: {
  readonly message: Message;
  readonly onThread: (rootId: string) => void;
}) {
  const { t, locale } = useI18n();
  useNeeded(message.lastReplies.map(({ userId }) => userId));
  const faces = facesOf(message, useNames()?.usersById);
  const at = message.lastReplies[0]?.createdAt;
  const names = faces.map(({ displayName }) => displayName);
  return (
    <button
      type="button"
      className={`${styles.thread} ${styles.threadLine}`}
      title={names.length > 0 ? t.namesAndMore(names, 0) : undefined}
      onClick={() => onThread(message.id)}
    >
      {faces.map((user) => (
        <Avatar key={user.id} user={user} size="tiny" />
      ))}
      <span>{t.replies(message.replyCount)}</span>
      {at !== undefined && (
        <time className={styles.lastReply} dateTime={at}>
          {t.lastReply(shortTimeOf(new Date(at), new Date(), locale))}
        </time>
      )}
    </button>
  );
}
