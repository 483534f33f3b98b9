import { Paperclip } from 'lucide-react';
import { useTexts } from '../i18n/i18n.js';
import styles from './file-drop.module.css';
import { useHoveringFiles } from './use-hovering-files.js';

interface FileDropProps {
  /** The part of the window that takes files; absent for all of it. */
  readonly part?: HTMLElement | null;
}

/**
 * The whole window takes files, or a part of it, and says where they go. Without it the browser would leave the app and open the
 * file. An app shows it once.
 */
export function FileDrop({ part = null }: FileDropProps) {
  const t = useTexts();
  const hovering = useHoveringFiles(part);
  if (hovering === null) return null;
  const { target } = hovering;
  const area = part?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const { left, top, right, bottom } = target?.box ?? area;
  const place = { left: left - area.left, top: top - area.top, width: right - left, height: bottom - top };
  return (
    <div
      className={styles.window}
      role="status"
      style={{ left: area.left, top: area.top, width: area.width, height: area.height }}
    >
      <div className={styles.place} data-none={target === null || undefined} style={place}>
        <p>
          <Paperclip aria-hidden="true" />
          <span dir="auto">{target ? t.dropTo(target.label) : t.dropNowhere}</span>
        </p>
      </div>
    </div>
  );
}
