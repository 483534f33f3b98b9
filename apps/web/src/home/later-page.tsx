import type { Draft, ScheduledMessage } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { excerptOf } from '@palaver/elements/chat/markdown/excerpt.js';
import { Markdown } from '@palaver/elements/chat/markdown/markdown.js';
import cards from '@palaver/elements/chat/message-card.module.css';
import { addressOfMessage } from '@palaver/elements/host/address.js';
import { useDrafts } from '@palaver/elements/host/chat-session.js';
import { TimeDialog } from '@palaver/elements/later/time-dialog.js';
import { shownTime } from '@palaver/elements/later/times.js';
import { Button } from '@palaver/elements/ui/button.js';
import { EmptyNote } from '@palaver/elements/ui/empty-note.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useAttempt } from '@palaver/elements/ui/use-attempt.js';
import { useResource, useStore } from '@palaver/react';
import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useI18n } from '../i18n/i18n.js';
import styles from './home.module.css';
import { HomePage, type HomePageProps } from './home-page.js';
import { PlaceLine } from './place-line.js';
import { usePlace } from './places.js';

/** What is written and not sent: drafts, and what is sent later. */
export default function LaterPage({ openMenu }: HomePageProps) {
  const { t } = useI18n();
  const { value: drafts } = useResource(resources.drafts);
  const { value: scheduled } = useResource(resources.scheduledMessages);
  const isEmpty = drafts?.length === 0 && scheduled?.length === 0;
  return (
    <HomePage title={t.draftsAndScheduled} openMenu={openMenu}>
      {isEmpty && (
        <EmptyNote icon={<PencilLine aria-hidden="true" />} title={t.noDrafts} text={t.draftsHint} />
      )}
      <div className={styles.narrow}>
        {scheduled && scheduled.length > 0 && (
          <section>
            <h2 className={styles.section}>{t.scheduledMessages}</h2>
            <ul className={cards.cards}>
              {scheduled.map((message) => (
                <li key={message.id}>
                  <ScheduledCard message={message} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {drafts && drafts.length > 0 && (
          <section>
            <h2 className={styles.section}>{t.drafts}</h2>
            <ul className={cards.cards}>
              {drafts.map((draft) => (
                <li key={`${draft.channelId} ${draft.threadId}`}>
                  <DraftCard draft={draft} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </HomePage>
  );
}

function DraftCard({ draft: { channelId, threadId, content } }: { readonly draft: Draft }) {
  const { t } = useI18n();
  const drafts = useDrafts();
  const place = usePlace(channelId);
  const serverId = place?.channel.serverId ?? null;
  return (
    <article className={cards.card}>
      <PlaceLine channelId={channelId} />
      <p className={styles.text} dir="auto">
        {excerptOf(content)}
      </p>
      <div className={styles.buttons}>
        <Link href={addressOfMessage({ serverId, channelId, messageId: null, threadId })}>
          {t.goOnWriting}
        </Link>
        <Button look="plain" onClick={() => drafts.write({ channelId, threadId }, '')}>
          {t.discard}
        </Button>
      </div>
    </article>
  );
}

type Asked = 'time' | 'text';

function ScheduledCard({ message }: { readonly message: ScheduledMessage }) {
  const { t, locale } = useI18n();
  const { api } = useStore().client;
  const attempt = useAttempt();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id: scheduledMessageId, channelId, content, sendAt, failure } = message;
  const close = () => setAsked(null);
  return (
    <article className={cards.card}>
      <PlaceLine channelId={channelId} />
      <p>
        <strong>
          <time dateTime={sendAt}>{shownTime(new Date(sendAt), locale)}</time>
        </strong>
      </p>
      <Markdown text={content} />
      {failure && (
        <p className={styles.failure} role="alert">
          {t.notSent}: {failure.error}
        </p>
      )}
      <div className={styles.buttons}>
        <Button look="plain" onClick={() => setAsked('text')}>
          {t.edit}
        </Button>
        <Button look="plain" onClick={() => setAsked('time')}>
          {t.changeTime}
        </Button>
        <Button
          look="plain"
          onClick={() => void attempt(api.scheduledMessages.send.mutate({ scheduledMessageId }))}
        >
          {t.sendNow}
        </Button>
        <Button
          look="plain"
          onClick={() => void attempt(api.scheduledMessages.delete.mutate({ scheduledMessageId }))}
        >
          {t.cancelSending}
        </Button>
      </div>
      {asked === 'time' && (
        <TimeDialog
          title={t.changeTime}
          time={new Date(sendAt)}
          onClose={close}
          onTime={async (time) => {
            await api.scheduledMessages.edit.mutate({ scheduledMessageId, sendAt: time.toISOString() });
          }}
        />
      )}
      {asked === 'text' && (
        <FormDialog
          title={t.edit}
          action={t.save}
          isOpen
          onClose={close}
          onSubmit={async (form) => {
            const text = String(form.get('content') ?? '').trim();
            await api.scheduledMessages.edit.mutate({ scheduledMessageId, content: text });
          }}
        >
          <textarea
            name="content"
            className={cards.field}
            aria-label={t.edit}
            defaultValue={content}
            rows={4}
            required
            dir="auto"
          />
        </FormDialog>
      )}
    </article>
  );
}
