import { useTexts } from '../i18n/i18n.js';
import styles from './composer.module.css';

/** How many characters are left, or too many. `left` is null while there are plenty. */
export function LengthNote({ id, left }: { readonly id: string; readonly left: number | null }) {
  const t = useTexts();
  if (left === null) return null;
  return (
    <p
      id={id}
      className={styles.length}
      role={left < 0 ? 'alert' : 'status'}
      data-over={left < 0 || undefined}
    >
      {left < 0 ? t.charactersOver(-left) : t.charactersLeft(left)}
    </p>
  );
}
