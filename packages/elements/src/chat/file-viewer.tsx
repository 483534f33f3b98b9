import { Dialog } from '@base-ui/react/dialog';
import type { Attachment } from '@palaver/client';
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { IconButton } from '../ui/button.js';
import button from '../ui/button.module.css';
import { useBackCloses } from '../ui/use-back-closes.js';
import styles from './file-viewer.module.css';
import { kindOfFile } from './files.js';
import type { Room } from './picture-size.js';
import { useAddress } from './use-address.js';
import { ViewedPdf, ViewedText } from './viewed-document.js';
import { ViewedPicture } from './viewed-picture.js';
import { afterViewerAct, type ViewerAct, viewerActOf } from './viewer-state.js';

interface FileViewerProps {
  /** At least the first one. */
  readonly files: readonly Attachment[];
  /** Where their message shows them. */
  readonly room: Room;
  readonly firstId: string;
  readonly onClose: () => void;
}

/** Shows a file of a message in the whole window; with arrows the others of the message. */
export default function FileViewer({ files, room, firstId, onClose }: FileViewerProps) {
  const t = useTexts();
  const { portals } = useChatHost();
  useBackCloses(true, onClose);
  const [state, setState] = useState({
    index: Math.max(
      0,
      files.findIndex(({ id }) => id === firstId),
    ),
    zoom: 1,
  });
  const act = (next: ViewerAct) => setState((before) => afterViewerAct(before, next, files.length));
  const file = files[state.index];
  if (file === undefined) return null;
  const isPicture = kindOfFile(file) === 'picture';

  function onKeyDown({ key, currentTarget, ctrlKey, metaKey }: KeyboardEvent) {
    const asked = viewerActOf(key, getComputedStyle(currentTarget).direction === 'rtl');
    if (asked !== null && !ctrlKey && !metaKey) act(asked);
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal container={portals}>
        <Dialog.Popup className={styles.viewer} onKeyDown={onKeyDown}>
          <header className={styles.head}>
            <Dialog.Title className={styles.title} dir="auto">
              {file.filename}
            </Dialog.Title>
            {isPicture && (
              <>
                <IconButton label={t.zoomOut} disabled={state.zoom === 1} onClick={() => act('smaller')}>
                  <ZoomOut aria-hidden="true" />
                </IconButton>
                <IconButton label={t.zoomIn} onClick={() => act('larger')}>
                  <ZoomIn aria-hidden="true" />
                </IconButton>
              </>
            )}
            <DownloadLink file={file} />
            <Dialog.Close className={button.icon} aria-label={t.close} title={t.close}>
              <X aria-hidden="true" />
            </Dialog.Close>
          </header>
          {isPicture ? (
            <ViewedPicture
              key={file.id}
              file={file}
              room={room}
              zoom={state.zoom}
              onToggle={() => act('toggle')}
            />
          ) : (
            <Document key={file.id} file={file} />
          )}
          {files.length > 1 && <Steps index={state.index} count={files.length} onAct={act} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface StepsProps {
  readonly index: number;
  readonly count: number;
  readonly onAct: (act: ViewerAct) => void;
}

function Steps({ index, count, onAct }: StepsProps) {
  const t = useTexts();
  return (
    <nav className={styles.steps} aria-label={t.attachedFiles}>
      <IconButton label={t.previousFile} disabled={index === 0} onClick={() => onAct('previous')}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <span aria-live="polite">{t.placeOf(index + 1, count)}</span>
      <IconButton label={t.nextFile} disabled={index === count - 1} onClick={() => onAct('next')}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </nav>
  );
}

function DownloadLink({ file }: { readonly file: Attachment }) {
  const t = useTexts();
  const { url } = useAddress(file, true);
  const label = t.download(file.filename);
  return (
    <a
      className={button.icon}
      href={url ?? undefined}
      download={file.filename}
      aria-label={label}
      title={label}
    >
      <Download aria-hidden="true" />
    </a>
  );
}

function Document({ file }: { readonly file: Attachment }) {
  const t = useTexts();
  const { url, failed } = useAddress(file, true);
  if (failed) return <p className={styles.note}>{t.fileFailed}</p>;
  if (url === null) return <p className={styles.note}>{t.loading}</p>;
  return kindOfFile(file) === 'pdf' ? (
    <ViewedPdf file={file} url={url} />
  ) : (
    <ViewedText file={file} url={url} />
  );
}
