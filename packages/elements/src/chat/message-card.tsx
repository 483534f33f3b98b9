import type { Message } from '@palaver/client';
import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { useI18n } from '../i18n/i18n.js';
import { PersonAvatar, PersonName } from '../people/person.js';
import { PlaceLink } from '../ui/place-link.js';
import { Markdown } from './markdown/markdown.js';
import styles from './message-card.module.css';
import { MentionsProvider } from './names.js';

interface MessageCardProps {
  readonly message: Message;
  readonly serverId: string | null;
  /** Where it is; null where that is plain. */
  readonly place: ReactNode;
  readonly actions: ReactNode;
}

/** A message outside of its channel, with the way to it. */
export function MessageCard({ message, serverId, place, actions }: MessageCardProps) {
  const { t, locale } = useI18n();
  const { user, channelId, id: messageId, threadId, createdAt, content, attachments } = message;
  const time = new Date(createdAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <PersonAvatar user={user} size="small" />
        <PersonName user={user} serverId={serverId} />
        <time dateTime={createdAt}>{time}</time>
        <span className={styles.actions}>{actions}</span>
      </header>
      {place}
      <div className={styles.text}>
        <MentionsProvider value={message.mentions}>
          <Markdown text={content} />
        </MentionsProvider>
        {attachments.map(({ id, filename }) => (
          <p key={id} className={styles.file} dir="auto">
            <Paperclip aria-hidden="true" /> {filename}
          </p>
        ))}
      </div>
      <PlaceLink className={styles.jump} to={{ serverId, channelId, messageId, threadId }}>
        {t.jumpToMessage}
      </PlaceLink>
    </article>
  );
}
