import type { Message, MessageEdit } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useEffect, useState } from 'react';
import { useI18n } from '../i18n/i18n.js';
import { Dialog } from '../ui/dialog.js';
import { sentenceOf } from '../ui/refusal.js';
import styles from './history.module.css';
import { Markdown } from './markdown/markdown.js';

/** The texts that a message had before. */
export default function EditHistory({
  message,
  onClose,
}: {
  readonly message: Message;
  readonly onClose: () => void;
}) {
  const { t, locale } = useI18n();
  const { client } = useStore();
  const [edits, setEdits] = useState<readonly MessageEdit[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { id: messageId, updatedAt } = message;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after another edit
  useEffect(() => {
    client.api.messages.edits
      .query({ messageId })
      .then(setEdits, (cause: unknown) => setError(sentenceOf(cause, t)));
  }, [client, messageId, updatedAt, t]);
  const shown = (time: string) =>
    new Date(time).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Dialog title={t.editHistory} isOpen onClose={onClose}>
      {error !== null && <p role="alert">{error}</p>}
      <ol className={styles.texts} aria-busy={edits === null}>
        <li>
          <h3>{t.textNow}</h3>
          <Markdown text={message.content} />
        </li>
        {edits?.map(({ content, editedAt }) => (
          <li key={editedAt}>
            <h3>{t.textUntil(shown(editedAt))}</h3>
            <Markdown text={content} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
