import type { Message } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import dialog from '../ui/dialog.module.css';
import { sentenceOf } from '../ui/refusal.js';
import { useAttempt } from '../ui/use-attempt.js';
import styles from './composer.module.css';
import { focusComposer } from './composer-focus.js';
import { type EditView, saveOf } from './open-edits.js';
import { useOpenEdit, useOpenEdits } from './use-open-edits.js';
import { WritingField } from './writing-field.js';

/** Changes the text of a message. Escape leaves it as it is; one that is emptied can be deleted. */
export function EditForm({ message, view }: { readonly message: Message; readonly view: EditView }) {
  const t = useTexts();
  const store = useStore();
  const attempt = useAttempt();
  const edits = useOpenEdits();
  const text = useOpenEdit(view, message.id) ?? message.content;
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);

  function end() {
    edits.end(view, message.id);
    focusComposer(view === 'channel' ? null : (message.threadId ?? message.id));
  }

  async function save() {
    const asked = saveOf(text, message);
    if (asked === 'ask-delete') return setAsking(true);
    if (asked === 'nothing') return end();
    try {
      await store.edit(message.id, text);
      end();
    } catch (cause) {
      setError(sentenceOf(cause, t.somethingWrong));
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
        onText={(next) => edits.write(view, message.id, next)}
        onEnter={() => void save()}
        onEscape={end}
      />
      {error !== null && <p role="alert">{error}</p>}
      <Button type="submit">{t.save}</Button>
      <Button look="plain" onClick={end}>
        {t.cancel}
      </Button>
      <Dialog title={t.deleteEmptied} isOpen={isAsking} onClose={() => setAsking(false)}>
        <div className={dialog.row}>
          <Button look="plain" onClick={() => setAsking(false)}>
            {t.cancel}
          </Button>
          <Button
            look="danger"
            onClick={() => {
              end();
              void attempt(store.delete(message.id));
            }}
          >
            {t.delete}
          </Button>
        </div>
      </Dialog>
    </form>
  );
}
