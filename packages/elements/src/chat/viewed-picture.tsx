import type { Attachment } from '@palaver/client';
import { type CSSProperties, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import styles from './file-viewer.module.css';
import { pictureSize, type Room } from './picture-size.js';
import { useAddress } from './use-address.js';

interface ViewedPictureProps {
  readonly file: Attachment;
  readonly room: Room;
  readonly zoom: number;
  readonly onToggle: () => void;
}

/** A picture as it was sent. Until it is loaded, the small version that its message shows stands in the same place. */
export function ViewedPicture({ file, room, zoom, onToggle }: ViewedPictureProps) {
  const t = useTexts();
  const { url, failed } = useAddress(file, true);
  const size = pictureSize(file, room);
  const small = useAddress(file, size !== undefined, size);
  const [loaded, setLoaded] = useState<string | null>(null);
  const shown = url ?? small.url;
  if (shown === null) return <p className={styles.note}>{failed ? t.fileFailed : t.loading}</p>;
  const behind = small.url !== null && loaded !== url ? { backgroundImage: `url("${small.url}")` } : {};
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is larger than the window
    <section className={styles.stage} aria-label={file.filename} tabIndex={0}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has + and - */}
      <img
        src={shown}
        alt={file.filename}
        data-zoomed={zoom > 1 || undefined}
        style={{ ...placeOf(file), ...behind, ...(zoom > 1 ? { width: `${zoom * 100}%` } : {}) }}
        onLoad={() => setLoaded(shown)}
        onClick={onToggle}
      />
    </section>
  );
}

/** The place of a whole picture within the window, also before it is loaded. */
function placeOf({ width, height }: Pick<Attachment, 'width' | 'height'>): CSSProperties {
  if (width === null || height === null) return {};
  const aspectRatio = width / height;
  return { aspectRatio, width: `min(${width}px, 100cqw, ${aspectRatio} * 100cqh)` };
}
