import type { Message } from '@palaver/client';
import { useStore } from '@palaver/react';
import { Suspense, useId, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { late } from '../ui/late.js';
import styles from './composer.module.css';
import { useFocusComposer } from './composer-focus.js';
import { useDeleteMessage } from './delete-message.js';
import { lengthLeft } from './length-left.js';
import { LengthNote } from './length-note.js';
import { type EditView, saveOf } from './open-edits.js';
import { whyTextRefused } from './refused-message.js';
import { useOpenEdit, useOpenEdits } from './use-open-edits.js';
import { WritingField } from './writing-field.js';

/** With the dialogs, which cost the first load nothing. */
const DeleteEmptied = late(() => import('./delete-emptied.js'));

/** Changes the text of a message. Escape leaves it as it is; one that is emptied can be deleted. */
export function EditForm({ message, view }: { readonly message: Message; readonly view: EditView }) {
  const t = useTexts();
  const store = useStore();
  const deleteMessage = useDeleteMessage();
  const edits = useOpenEdits();
  const focusComposer = useFocusComposer();
  const text = useOpenEdit(view, message.id) ?? message.content;
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const noteId = useId();
  const left = lengthLeft(text.trim());
  const isTooLong = left !== null && left < 0;

  function end() {
    edits.end(view, message.id);
    focusComposer(view === 'channel' ? null : (message.threadId ?? message.id));
  }

  async function save() {
    if (isTooLong) return;
    const asked = saveOf(text, message);
    if (asked === 'ask-delete') return setAsking(true);
    if (asked === 'nothing') return end();
    try {
      await store.edit(message.id, text);
      end();
    } catch (cause) {
      setError(whyTextRefused(cause, t));
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
        noteId={error === null && left === null ? undefined : noteId}
        isInvalid={error !== null || isTooLong}
        onText={(next) => {
          setError(null);
          edits.write(view, message.id, next);
        }}
        onEnter={() => void save()}
        onEscape={end}
      />
      {error === null ? (
        <LengthNote id={noteId} left={left} />
      ) : (
        <p id={noteId} role="alert" className={styles.length} data-over>
          {error}
        </p>
      )}
      <div className={styles.editActs}>
        <Button look="plain" onClick={end}>
          {t.cancel}
        </Button>
        <Button type="submit" disabled={isTooLong}>
          {t.save}
        </Button>
      </div>
      <Suspense>
        {isAsking && (
          <DeleteEmptied
            onClose={() => setAsking(false)}
            onDelete={() => {
              end();
              deleteMessage(message);
            }}
          />
        )}
      </Suspense>
    </form>
  );
}
