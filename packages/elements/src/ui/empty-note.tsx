import type { ReactNode } from 'react';
import styles from './empty-note.module.css';

/** What stands where a list has nothing. */
export function EmptyNote({
  icon,
  title,
  text,
}: {
  readonly icon: ReactNode;
  readonly title?: string;
  readonly text: string;
}) {
  return (
    <div className={styles.note}>
      <span className={styles.icon}>{icon}</span>
      {title && <strong>{title}</strong>}
      <p>{text}</p>
    </div>
  );
}
