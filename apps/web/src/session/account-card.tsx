import type { FormEventHandler, ReactNode } from 'react';
import styles from './account-page.module.css';

interface AccountCardProps {
  readonly title: string;
  readonly isBusy: boolean;
  readonly error: string | null;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  /** The fields and the button of the form. */
  readonly children: ReactNode;
  /** Below the form. */
  readonly foot?: ReactNode;
}

/** A page with a form for who is not signed in. */
export function AccountCard({ title, isBusy, error, onSubmit, children, foot }: AccountCardProps) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <img src="/icon.svg" alt="" width="48" height="48" />
        <h1>{title}</h1>
        <form className={styles.form} onSubmit={onSubmit} aria-busy={isBusy}>
          {children}
          {error !== null && (
            <p role="alert" className={styles.error}>
              {error}
            </p>
          )}
        </form>
        {foot}
      </div>
    </main>
  );
}
