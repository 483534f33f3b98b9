import type { OutgoingError, OutgoingMessage, PalaverStore } from '@palaver/client/store';
import { useStore } from '@palaver/react';
import { useId, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import composer from './composer.module.css';
import { lengthLeft } from './length-left.js';
import { LengthNote } from './length-note.js';
import { Markdown } from './markdown/markdown.js';
import styles from './message-row.module.css';
import { type WayOn, waysOn, whyRefused } from './refused-message.js';
import { WritingField } from './writing-field.js';

/** The texts of refused messages that are being changed, by nonce: a row goes when one scrolls or leaves the channel. */
const changing = new WeakMap<PalaverStore, Map<string, string>>();

/** A message that the service has refused: why, and the ways on. Its text is changed in its place. */
export function RefusedRow({
  outgoing,
  error,
}: {
  readonly outgoing: OutgoingMessage;
  readonly error: OutgoingError;
}) {
  const t = useTexts();
  const store = useStore();
  const { nonce, content } = outgoing;
  const [text, write] = useChangedText(nonce);

  const act: Record<WayOn, () => void> = {
    retry: () => store.retry(nonce),
    edit: () => write(content),
    discard: () => void store.discard(nonce),
  };
  const label: Record<WayOn, string> = { retry: t.retry, edit: t.edit, discard: t.discard };
  return (
    <>
      {text === null ? (
        <Markdown text={content} />
      ) : (
        <Changing outgoing={outgoing} text={text} write={write} />
      )}
      <div className={styles.failed} role="alert">
        {t.notSent}: {whyRefused(error, t)}
        {text === null &&
          waysOn(error.code).map((way) => (
            <Button key={way} look="plain" onClick={act[way]}>
              {label[way]}
            </Button>
          ))}
      </div>
    </>
  );
}

interface ChangingProps {
  readonly outgoing: OutgoingMessage;
  readonly text: string;
  readonly write: (text: string | null) => void;
}

function Changing({ outgoing, text, write }: ChangingProps) {
  const t = useTexts();
  const store = useStore();
  const noteId = useId();
  const { nonce, channelId, threadId, alsoInChannel, attachmentIds, files } = outgoing;
  const hasFiles = attachmentIds.length + files.length > 0;
  const content = text.trim();
  const left = lengthLeft(content);
  const isReady = (left === null || left >= 0) && (content !== '' || hasFiles);

  function send() {
    if (!isReady || !store.discard(nonce)) return;
    write(null);
    // Another key: the service may know the one of the text before.
    store.send({ channelId, threadId, alsoInChannel, content, attachmentIds, files });
  }

  return (
    <form
      className={composer.edit}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <WritingField
        channelId={channelId}
        label={t.edit}
        text={text}
        autoFocus
        noteId={left === null ? undefined : noteId}
        isInvalid={left !== null && left < 0}
        onText={write}
        onEnter={send}
        onEscape={() => write(null)}
      />
      <LengthNote id={noteId} left={left} />
      <Button type="submit" disabled={!isReady}>
        {t.send}
      </Button>
      <Button look="plain" onClick={() => write(null)}>
        {t.cancel}
      </Button>
    </form>
  );
}

/** The text that a refused message is being changed to; null while it is not. */
function useChangedText(nonce: string) {
  const store = useStore();
  const texts = changing.get(store) ?? new Map<string, string>();
  changing.set(store, texts);
  const [text, setText] = useState(() => texts.get(nonce) ?? null);
  const write = (next: string | null) => {
    if (next === null) texts.delete(nonce);
    else texts.set(nonce, next);
    setText(next);
  };
  return [text, write] as const;
}
