import { isPalaverError, type Message } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import styles from './composer.module.css';

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
      <textarea
        aria-label={t.edit}
        value={text}
        rows={Math.min(10, text.split('\n').length)}
        // biome-ignore lint/a11y/noAutofocus: one has just asked to edit
        autoFocus
        dir="auto"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void save();
        }}
      />
      {error !== null && <p role="alert">{error}</p>}
      <Button type="submit">{t.save}</Button>
      <Button look="plain" onClick={onDone}>
        {t.cancel}
      </Button>
    </form>
  );
}
