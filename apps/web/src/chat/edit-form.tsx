import { isPalaverError, type Message } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import styles from './composer.module.css';
import { WritingField } from './writing-field.js';

/** Changes the text of a message. Escape leaves it as it is. */
export function EditForm({ message, onDone }: { readonly message: Message; readonly onDone: () => void }) {
  const t = useTexts();
  const store = useStore();
  const [text, setText] = useState(message.content);
  const [error, setError] = useState<string | null>(null);

  async function save() {
    if (text.trim() === '' || text === message.content) return onDone();
    try {
      await store.edit(message.id, text);
      onDone();
    } catch (cause) {
      setError(isPalaverError(cause) ? cause.message : t.somethingWrong);
    }
  }

  return (
    <form
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <WritingField
        channelId={message.channelId}
        label={t.edit}
        text={text}
        autoFocus
        onText={setText}
        onEnter={() => void save()}
        onEscape={onDone}
      />
      {error !== null && <p role="alert">{error}</p>}
      <Button type="submit">{t.save}</Button>
      <Button look="plain" onClick={onDone}>
        {t.cancel}
      </Button>
    </form>
  );
}
