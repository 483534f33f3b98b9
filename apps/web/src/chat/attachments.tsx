import type { Attachment } from '@palaver/client';
import { Download, FileText } from 'lucide-react';
import { useTexts } from '../i18n/i18n.js';
import { useFile } from './use-file.js';
import styles from './attachments.module.css';

/** Pictures that every browser shows. An SVG may have scripts, so it is a file. */
const PICTURE = /^image\/(png|jpeg|gif|webp|avif)$/;
/** Larger pictures are loaded when they are asked for. */
const PICTURE_MAX = 10 * 1024 * 1024;

/** The files of a message: pictures are shown, the others can be fetched. */
export function Attachments({ files }: { readonly files: readonly Attachment[] }) {
  if (files.length === 0) return null;
  return (
    <div className={styles.files}>
      {files.map((file) =>
        PICTURE.test(file.mimeType) && file.sizeBytes <= PICTURE_MAX ? (
          <Picture key={file.id} file={file} />
        ) : (
          <FileLink key={file.id} file={file} />
        ),
      )}
    </div>
  );
}

function Picture({ file }: { readonly file: Attachment }) {
  const { url } = useFile(file, true);
  if (url === null) return <FileLink file={file} />;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={styles.picture}>
      <img src={url} alt={file.filename} />
    </a>
  );
}

function FileLink({ file }: { readonly file: Attachment }) {
  const t = useTexts();
  const { load, failed } = useFile(file, false);
  const { filename, sizeBytes } = file;

  async function download() {
    const url = await load();
    if (url === null) return;
    const link = document.createElement('a');
    link.href = url;
    link.download = filename;
    link.click();
  }

  return (
    <button
      type="button"
      className={styles.file}
      aria-label={t.download(filename)}
      onClick={() => void download()}
    >
      <FileText aria-hidden="true" />
      <span className={styles.name} dir="auto">
        {filename}
        <small>{failed ? t.fileFailed : sizeOf(sizeBytes)}</small>
      </span>
      <Download aria-hidden="true" />
    </button>
  );
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(0)} kB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
