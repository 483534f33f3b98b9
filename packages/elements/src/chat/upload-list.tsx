import { Check, FileText, Paperclip, RotateCw, X } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { IconButton } from '../ui/button.js';
import styles from './composer.module.css';
import { sizeOf } from './files.js';
import type { Upload } from './uploads.js';
import type { useUploads } from './use-uploads.js';

interface UploadListProps {
  readonly uploads: Pick<ReturnType<typeof useUploads>, 'items' | 'isWaiting' | 'remove' | 'tryAgain'>;
  readonly onKeepWriting: () => void;
}

/** The files that the next message will carry. */
export function UploadList({ uploads, onKeepWriting }: UploadListProps) {
  const t = useTexts();
  const { items, isWaiting, remove, tryAgain } = uploads;
  if (items.length === 0) return null;
  return (
    <>
      <ul className={styles.uploads} aria-label={t.attachedFiles}>
        {items.map((item) => (
          <li key={item.key} data-failed={item.problem !== null || undefined}>
            <Preview item={item} />
            <span className={styles.uploadText}>
              <span className={styles.uploadName} dir="auto">
                {item.name}
              </span>
              <UploadState item={item} />
            </span>
            {item.problem !== null && (
              <IconButton label={t.uploadAgain(item.name)} onClick={() => tryAgain(item.key)}>
                <RotateCw aria-hidden="true" />
              </IconButton>
            )}
            <IconButton label={t.remove(item.name)} onClick={() => remove(item.key)}>
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <p className={styles.waiting} role="status">
        {isWaiting && (
          <>
            {t.sentWhenUploaded}
            <button type="button" onClick={onKeepWriting}>
              {t.keepWriting}
            </button>
          </>
        )}
      </p>
    </>
  );
}

function Preview({ item: { preview } }: { readonly item: Upload }) {
  return preview === null ? (
    <FileText className={styles.preview} aria-hidden="true" />
  ) : (
    <img className={styles.preview} src={preview} alt="" />
  );
}

function UploadState({ item: { name, sizeBytes, progress, problem, id } }: { readonly item: Upload }) {
  const t = useTexts();
  if (problem !== null) return <small role="alert">{problem}</small>;
  return (
    <small>
      <bdi>{sizeOf(sizeBytes)}</bdi>
      {id === null ? (
        <progress value={progress} aria-label={name} />
      ) : (
        <span className={styles.uploaded}>
          <Check aria-hidden="true" />
          {t.uploaded}
        </span>
      )}
    </small>
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
