import type { Attachment } from '@palaver/client';
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import styles from './file-viewer.module.css';

interface ViewedDocumentProps {
  readonly file: Attachment;
  readonly url: string;
}

/** Of a longer text the beginning. */
const SHOWN_BYTES = 256 * 1024;

/** A file as letters, whatever a browser would make of it. */
export function ViewedText({ file, url }: ViewedDocumentProps) {
  const t = useTexts();
  const { value: text, failed } = useLoaded(url, readText);
  if (failed) return <p className={styles.note}>{t.fileFailed}</p>;
  if (text === null) return <p className={styles.note}>{t.loading}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is longer than the window
    <section className={styles.text} aria-label={file.filename} tabIndex={0}>
      <pre dir="auto">{text}</pre>
      {file.sizeBytes > SHOWN_BYTES && <p>{t.restOfText}</p>}
    </section>
  );
}

/** A PDF in the browser's own viewer, under the type that it has here: it is shown as a PDF or not at all. */
export function ViewedPdf({ file, url }: ViewedDocumentProps) {
  const t = useTexts();
  const { value: content, failed } = useLoaded(url, readPdf);
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (content === null) return;
    const address = URL.createObjectURL(content);
    setShown(address);
    return () => URL.revokeObjectURL(address);
  }, [content]);
  if (!navigator.pdfViewerEnabled) return <p className={styles.note}>{t.noPdfHere}</p>;
  if (failed) return <p className={styles.note}>{t.fileFailed}</p>;
  if (shown === null) return <p className={styles.note}>{t.loading}</p>;
  return <iframe className={styles.pdf} src={shown} title={file.filename} />;
}

interface Loaded<Value> {
  /** Null while it is loaded. */
  readonly value: Value | null;
  readonly failed: boolean;
}

/** `read` stays the same function. */
function useLoaded<Value>(
  url: string,
  read: (url: string, signal: AbortSignal) => Promise<Value>,
): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ value: null, failed: false });
  useEffect(() => {
    const leaving = new AbortController();
    read(url, leaving.signal).then(
      (value) => setLoaded({ value, failed: false }),
      () => !leaving.signal.aborted && setLoaded({ value: null, failed: true }),
    );
    return () => leaving.abort();
  }, [url, read]);
  return loaded;
}

async function readText(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal, headers: { Range: `bytes=0-${SHOWN_BYTES - 1}` } });
  // An empty file has no range.
  if (answer.status === 416) return '';
  if (!answer.ok) throw new Error(`The file was answered ${answer.status}`);
  return answer.text();
}

async function readPdf(url: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`The file was answered ${answer.status}`);
  return new Blob([await answer.blob()], { type: 'application/pdf' });
}
