import type { Attachment } from '@palaver/client';
import { Download, FileText } from 'lucide-react';
import { useTexts } from '../i18n/i18n.js';
import styles from './attachments.module.css';
import { isPicture, pictureBox, sizeOf } from './files.js';
import { useFile } from './use-file.js';

/** The files of a message: pictures are shown, the others can be fetched. */
export function Attachments({ files }: { readonly files: readonly Attachment[] }) {
  if (files.length === 0) return null;
  return (
    <div className={styles.files}>
      {files.map((file) =>
        isPicture(file) ? <Picture key={file.id} file={file} /> : <FileLink key={file.id} file={file} />,
      )}
    </div>
  );
}

function Picture({ file }: { readonly file: Attachment }) {
  const { url, failed } = useFile(file, true);
  const box = pictureBox(file);
  if (url !== null) {
    return (
      <a href={url} target="_blank" rel="noreferrer" className={styles.picture}>
        <img src={url} alt={file.filename} style={box ?? undefined} />
      </a>
    );
  }
  if (failed || box === null) return <FileLink file={file} />;
  return (
    <div className={styles.picture}>
      <div className={styles.coming} style={box} />
    </div>
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
