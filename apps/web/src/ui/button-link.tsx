import styles from '@palaver/elements/ui/button.module.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** A link to another page that looks like a button. */
export function ButtonLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={href} className={`${styles.button} ${styles.primary} ${styles.link}`}>
      {children}
    </Link>
  );
}
