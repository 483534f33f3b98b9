import type { Attachment } from '@palaver/client';
import { Download, FileText } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { IconButton } from '../ui/button.js';
import { late } from '../ui/late.js';
import styles from './attachments.module.css';
import { isViewed, kindOfFile, pictureBox, sizeOf } from './files.js';
import { pictureSize, type Room, roomOf } from './picture-size.js';
import { useAddress } from './use-address.js';

const FileViewer = late(() => import('./file-viewer.js'));

/** The files of a message: pictures are shown, sound and video are played, texts can be read, and all can be fetched. */
export function Attachments({ files }: { readonly files: readonly Attachment[] }) {
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [room, setRoom] = useState<Room | null>(null);
  const measure = useCallback((place: HTMLElement | null) => {
    if (place !== null) setRoom(roomOf(place));
  }, []);
  if (files.length === 0) return null;
  const viewed = files.filter(isViewed);
  return (
    <div className={styles.files} ref={measure}>
      {files.map((file) => (
        <File key={file.id} file={file} room={room} onOpen={() => setOpenedId(file.id)} />
      ))}
      {openedId !== null && room !== null && (
        <Suspense>
          <FileViewer files={viewed} room={room} firstId={openedId} onClose={() => setOpenedId(null)} />
        </Suspense>
      )}
    </div>
  );
}

interface FileProps {
  readonly file: Attachment;
  /** Null until it is measured. */
  readonly room: Room | null;
  readonly onOpen: () => void;
}

function File({ file, room, onOpen }: FileProps) {
  switch (kindOfFile(file)) {
    case 'picture':
      return <Picture file={file} room={room} onOpen={onOpen} />;
    case 'video':
    case 'audio':
      return <Player file={file} />;
    case 'text':
    case 'pdf':
      return <FileLine file={file} onOpen={onOpen} />;
    case 'other':
      return <FileLine file={file} />;
  }
}

function Picture({ file, room, onOpen }: FileProps) {
  const t = useTexts();
  const { url, failed } = useAddress(file, room !== null, room ? pictureSize(file, room) : undefined);
  const [isBroken, setBroken] = useState(false);
  const box = pictureBox(file);
  if (failed || isBroken || (url === null && box === null)) return <FileLine file={file} />;
  return (
    <button type="button" className={styles.picture} aria-label={t.viewFile(file.filename)} onClick={onOpen}>
      {url === null ? (
        <div className={styles.coming} style={box ?? undefined} />
      ) : (
        <img src={url} alt={file.filename} style={box ?? undefined} onError={() => setBroken(true)} />
      )}
    </button>
  );
}

/** It loads what it plays: at first the length alone. */
function Player({ file }: Pick<FileProps, 'file'>) {
  const { url } = useAddress(file, true);
  const [isBroken, setBroken] = useState(false);
  const { filename } = file;
  const player = {
    src: url ?? undefined,
    controls: true,
    preload: 'metadata',
    'aria-label': filename,
    onError: () => setBroken(true),
  } as const;
  return (
    <div className={styles.player}>
      {url !== null &&
        !isBroken &&
        (kindOfFile(file) === 'video' ? <video {...player} /> : <audio {...player} />)}
      <FileLine file={file} />
    </div>
  );
}

function FileLine({ file, onOpen }: { readonly file: Attachment; readonly onOpen?: () => void }) {
  const t = useTexts();
  const { find, failed } = useAddress(file, false);
  const { filename, sizeBytes } = file;
  const name = (
    <>
      <FileText aria-hidden="true" />
      <span className={styles.name} dir="auto">
        {filename}
        <small>{failed ? t.fileFailed : sizeOf(sizeBytes)}</small>
      </span>
    </>
  );

  async function download() {
    const url = await find();
    if (url === null) return;
    const link = document.createElement('a');
    link.href = url;
    link.download = filename;
    link.click();
  }

  if (!onOpen) {
    return (
      <button
        type="button"
        className={styles.file}
        aria-label={t.download(filename)}
        onClick={() => void download()}
      >
        {name}
        <Download aria-hidden="true" />
      </button>
    );
  }
  return (
    <div className={styles.file}>
      <button type="button" aria-label={t.viewFile(filename)} onClick={onOpen}>
        {name}
      </button>
      <IconButton label={t.download(filename)} onClick={() => void download()}>
        <Download aria-hidden="true" />
      </IconButton>
    </div>
  );
}
