import type { SavedMessage } from '@palaver/client';
import { savedMessages } from '@palaver/client/personal';
import { MessageCard } from '@palaver/elements/chat/message-card.js';
import cards from '@palaver/elements/chat/message-card.module.css';
import { RemindButton } from '@palaver/elements/later/remind.js';
import { shownTime } from '@palaver/elements/later/times.js';
import { Button, IconButton } from '@palaver/elements/ui/button.js';
import { EmptyNote } from '@palaver/elements/ui/empty-note.js';
import { useListKeys } from '@palaver/elements/ui/list-keys.js';
import { useAttempt } from '@palaver/elements/ui/use-attempt.js';
import { useList, useStore } from '@palaver/react';
import { AlarmClock, Bookmark, BookmarkMinus } from 'lucide-react';
import { useI18n } from '../i18n/i18n.js';
import styles from './home.module.css';
import { HomePage, type HomePageProps } from './home-page.js';
import { PlaceLine } from './place-line.js';
import { usePlace } from './places.js';

/** What the person has saved, the last first. */
export default function SavedPage({ openMenu }: HomePageProps) {
  const keys = useListKeys('li');
  const { t } = useI18n();
  const attempt = useAttempt();
  const { value, status, loadOlder } = useList(savedMessages);
  const items = value?.items ?? [];
  return (
    <HomePage title={t.savedMessages} openMenu={openMenu}>
      {status === 'ready' && items.length === 0 && (
        <EmptyNote icon={<Bookmark aria-hidden="true" />} title={t.noSaved} text={t.savedHint} />
      )}
      <div className={styles.narrow}>
        <ul className={cards.cards} aria-busy={status === 'loading'} {...keys}>
          {items.map((saved) => (
            <li key={saved.id}>
              <SavedCard saved={saved} />
            </li>
          ))}
        </ul>
      </div>
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

function SavedCard({ saved }: { readonly saved: SavedMessage }) {
  const { t, locale } = useI18n();
  const { message, messageId, channelId, remindAt } = saved;
  const { client } = useStore();
  const attempt = useAttempt();
  const place = usePlace(channelId);
  return (
    <MessageCard
      message={message}
      serverId={place?.channel.serverId ?? null}
      place={
        <>
          <PlaceLine channelId={channelId} />
          {remindAt !== null && (
            <p className={cards.file}>
              <AlarmClock aria-hidden="true" />
              <time dateTime={remindAt}>{t.reminderAt(shownTime(new Date(remindAt), locale))}</time>
            </p>
          )}
        </>
      }
      actions={
        <>
          <RemindButton messageId={messageId} />
          <IconButton
            label={t.unsaveMessage}
            onClick={() => void attempt(client.api.savedMessages.unsave.mutate({ messageId }))}
          >
            <BookmarkMinus aria-hidden="true" />
          </IconButton>
        </>
      }
    />
  );
}
