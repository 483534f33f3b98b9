import type { Notification } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { excerptOf } from '@palaver/elements/chat/markdown/excerpt.js';
import { addressOfMessage } from '@palaver/elements/host/address.js';
import { shortTimeOf } from '@palaver/elements/i18n/clock.js';
import { authorName } from '@palaver/elements/people/author-name.js';
import { PersonAvatar } from '@palaver/elements/people/person.js';
import { Button, IconButton } from '@palaver/elements/ui/button.js';
import { EmptyNote } from '@palaver/elements/ui/empty-note.js';
import { useListKeys } from '@palaver/elements/ui/list-keys.js';
import { useAttempt } from '@palaver/elements/ui/use-attempt.js';
import { useNotifications, useResource, useStore } from '@palaver/react';
import { Bell, CheckCheck, Hash } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useI18n } from '../i18n/i18n.js';
import { notificationState, setNotifications } from '../live/browser-notifications.js';
import styles from './home.module.css';
import { HomePage, type HomePageProps } from './home-page.js';
import { usePlace } from './places.js';

/** What has come for the person: mentions, direct messages, replies. */
export default function InboxPage({ openMenu }: HomePageProps) {
  const keys = useListKeys('li');
  const { t } = useI18n();
  const { client } = useStore();
  const attempt = useAttempt();
  const { items, unreadCount, hasOlder, loadOlder } = useNotifications();
  const [isFiltered, setFiltered] = useState(false);
  const shown = isFiltered ? items.filter(({ readAt }) => readAt === null) : items;
  return (
    <HomePage
      title={t.inbox}
      openMenu={openMenu}
      actions={
        <>
          <div className={styles.filter}>
            <button type="button" aria-pressed={!isFiltered} onClick={() => setFiltered(false)}>
              {t.showAll}
            </button>
            <button type="button" aria-pressed={isFiltered} onClick={() => setFiltered(true)}>
              {t.showUnread}
            </button>
          </div>
          <IconButton
            label={t.markAllRead}
            disabled={unreadCount === 0}
            onClick={() => void attempt(client.api.notifications.readAll.mutate())}
          >
            <CheckCheck aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      <BrowserNotifications />
      {shown.length === 0 && (
        <EmptyNote icon={<Bell aria-hidden="true" />} title={t.inboxEmpty} text={t.inboxHint} />
      )}
      <ul className={styles.items} {...keys}>
        {shown.map((item) => (
          <li key={item.id}>
            <InboxItem item={item} />
          </li>
        ))}
      </ul>
      {hasOlder && (
        <div className={styles.more}>
          <Button look="plain" onClick={() => void attempt(loadOlder())}>
            {t.showMore}
          </Button>
        </div>
      )}
    </HomePage>
  );
}

/** Offers notifications of the browser, which asks for permission only when somebody has pressed the button. */
function BrowserNotifications() {
  const { t } = useI18n();
  const [state, setState] = useState(notificationState);
  if (state === 'impossible') return null;
  const isOn = state === 'on';
  return (
    <div className={styles.offer}>
      <p>{state === 'refused' ? t.browserNotificationsRefused : t.browserNotifications}</p>
      {state !== 'refused' && (
        <Button
          look="plain"
          aria-pressed={isOn}
          onClick={() => void setNotifications(!isOn).then(() => setState(notificationState()))}
        >
          {isOn ? t.turnOff : t.turnOn}
        </Button>
      )}
    </div>
  );
}

function InboxItem({ item }: { readonly item: Notification }) {
  const { t, locale } = useI18n();
  const { client } = useStore();
  const place = usePlace(item.channelId);
  const isUnread = item.readAt === null;
  const time = new Date(item.updatedAt);

  /** Who goes to the message has read of it; the service says so for channels by itself. */
  function markRead() {
    if (isUnread) void client.api.notifications.read.mutate({ notificationId: item.id }).catch(() => {});
  }

  return (
    <article className={styles.item} data-unread={isUnread || undefined}>
      {item.messageId === null ? (
        <OfChannel item={item} name={place?.channel.displayName ?? '…'} onOpen={markRead} />
      ) : (
        <OfMessage item={item} messageId={item.messageId} place={placeText(place)} onOpen={markRead} />
      )}
      <span className={styles.side}>
        <time dateTime={item.updatedAt} title={time.toLocaleString(locale)}>
          {shortTimeOf(time, new Date(), locale)}
        </time>
        {item.count > 1 && <span className={styles.count}>{item.count}</span>}
        {isUnread && (
          <Button
            look="plain"
            className={styles.read}
            aria-label={t.markRead}
            title={t.markRead}
            onClick={markRead}
          >
            ✓
          </Button>
        )}
      </span>
    </article>
  );
}

function placeText(place: ReturnType<typeof usePlace>): string {
  if (place === null) return '…';
  return place.channel.isDm ? '' : `#${place.channel.displayName}`;
}

interface ItemProps {
  readonly item: Notification;
  readonly onOpen: () => void;
}

function OfChannel({ item, name, onOpen }: ItemProps & { readonly name: string }) {
  const { t } = useI18n();
  return (
    <>
      <span className={`${styles.picture} ${styles.channelPicture}`}>
        <Hash aria-hidden="true" />
      </span>
      <Link href={addressOfMessage(item)} className={styles.what} dir="auto" onClick={onOpen}>
        {t.newInChannel(item.count, name)}
      </Link>
    </>
  );
}

function OfMessage({
  item,
  messageId,
  place,
  onOpen,
}: ItemProps & { readonly messageId: string; readonly place: string }) {
  const { t } = useI18n();
  const { value: message } = useResource(
    useMemo(() => resources.message(messageId, item.channelId), [messageId, item.channelId]),
  );
  const name = message ? authorName(message) : '…';
  const what = {
    mention: t.mentionedYou(name, place),
    dm: t.wroteToYou(name),
    thread_reply: t.repliedToYou(name, place),
    channel: t.newInChannel(item.count, place),
    keyword: t.saidYourKeyword(name, place),
    reminder: t.remindsYou(name, place),
  };
  return (
    <>
      <span className={styles.picture}>{message && <PersonAvatar user={message.user} />}</span>
      <Link href={addressOfMessage(item)} className={styles.what} dir="auto" onClick={onOpen}>
        {what[item.kind]}
      </Link>
      <p className={styles.quote} dir="auto">
        {message && excerptOf(message.content)}
      </p>
    </>
  );
}
