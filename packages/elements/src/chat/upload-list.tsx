import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { IconButton } from '../ui/button.js';
import styles from './composer.module.css';
import type { Upload } from './use-uploads.js';

interface UploadListProps {
  readonly items: readonly Upload[];
  readonly onRemove: (key: string) => void;
}

/** The files that the next message will carry. */
export function UploadList({ items, onRemove }: UploadListProps) {
  const t = useTexts();
  if (items.length === 0) return null;
  return (
    <ul className={styles.uploads}>
      {items.map(({ key, name, progress, failed }) => (
        <li key={key} data-failed={failed || undefined}>
          <span className={styles.uploadName} dir="auto">
            {name}
          </span>
          {failed ? (
            <span role="alert">{t.uploadFailed}</span>
          ) : (
            <progress value={progress} aria-label={name} />
          )}
          <IconButton label={t.remove(name)} onClick={() => onRemove(key)}>
            <X aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/** Where one chooses files. */
export function AttachButton({ onFiles }: { readonly onFiles: (files: FileList) => void }) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t.attach} onClick={() => input.current?.click()}>
        <Paperclip aria-hidden="true" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          if (event.target.files) onFiles(event.target.files);
          event.target.value = '';
        }}
      />
    </>
  );
}
