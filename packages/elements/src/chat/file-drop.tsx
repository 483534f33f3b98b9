import { Paperclip } from 'lucide-react';
import { useTexts } from '../i18n/i18n.js';
import styles from './file-drop.module.css';
import { useHoveringFiles } from './use-hovering-files.js';

/**
 * The whole window takes files, and says where they go. Without it the browser would leave the app and open the file. An app shows
 * it once.
 */
export function FileDrop() {
  const t = useTexts();
  const hovering = useHoveringFiles();
  if (hovering === null) return null;
  const { target } = hovering;
  const { left = 0, top = 0, right = innerWidth, bottom = innerHeight } = target?.box ?? {};
  return (
    <div className={styles.window} role="status">
      <div
        className={styles.place}
        data-none={target === null || undefined}
        style={{ left, top, width: right - left, height: bottom - top }}
      >
        <p>
          <Paperclip aria-hidden="true" />
          <span dir="auto">{target ? t.dropTo(target.label) : t.dropNowhere}</span>
        </p>
      </div>
    </div>
  );
}
