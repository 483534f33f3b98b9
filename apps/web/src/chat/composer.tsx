import { useStore } from '@palaver/react';
import { Paperclip, SendHorizontal, X } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { currentSession, WRITING } from '../session/session.js';
import { IconButton } from '../ui/button.js';
import styles from './composer.module.css';
import { useUploads } from './use-uploads.js';

interface ComposerProps {
  readonly channelId: string;
  readonly threadId: string | null;
  readonly label: string;
}

/** Where one writes. What is typed is kept on this device until it is sent. */
export function Composer({ channelId, threadId, label }: ComposerProps) {
  const t = useTexts();
  const store = useStore();
  const [text, setText] = useKeptText(`${channelId} ${threadId ?? ''}`);
  const uploads = useUploads(channelId);
  const input = useRef<HTMLTextAreaElement>(null);
  const files = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A touch keyboard would cover what one came to read.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);

  const attachmentIds = uploads.items.flatMap(({ id }) => id ?? []);
  const isReady = !uploads.isBusy && (text.trim() !== '' || attachmentIds.length > 0);

  function send() {
    if (!isReady) return;
    store.send({ channelId, threadId, content: text.trim(), attachmentIds });
    setText('');
    uploads.clear();
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  function onPaste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    uploads.add(event.clipboardData.files);
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    uploads.add(event.dataTransfer.files);
  }

  return (
    <form
      className={styles.composer}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {uploads.items.length > 0 && (
        <ul className={styles.uploads}>
          {uploads.items.map(({ key, name, progress, failed }) => (
            <li key={key} data-failed={failed || undefined}>
              <span className={styles.uploadName} dir="auto">
                {name}
              </span>
              {failed ? (
                <span role="alert">{t.uploadFailed}</span>
              ) : (
                <progress value={progress} aria-label={name} />
              )}
              <IconButton label={t.remove(name)} onClick={() => uploads.remove(key)}>
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.bar}>
        <IconButton label={t.attach} onClick={() => files.current?.click()}>
          <Paperclip aria-hidden="true" />
        </IconButton>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            if (event.target.files) uploads.add(event.target.files);
            event.target.value = '';
          }}
        />
        <textarea
          ref={input}
          aria-label={label}
          placeholder={label}
          value={text}
          rows={1}
          dir="auto"
          onChange={(event) => {
            setText(event.target.value);
            if (threadId === null) store.typing(channelId);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <IconButton type="submit" label={t.send} disabled={!isReady} className={styles.send}>
          <SendHorizontal aria-hidden="true" />
        </IconButton>
      </div>
    </form>
  );
}

/** A text that outlives a reload. */
function useKeptText(place: string): [string, (text: string) => void] {
  const key = `${WRITING}${currentSession()?.userId ?? ''}:${place}`;
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      if (next === '') localStorage.removeItem(key);
      else localStorage.setItem(key, next);
    },
  ];
}
