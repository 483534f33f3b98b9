import { RefusedFields } from '@palaver/elements/ui/field-refusal.js';
import { NOT_REFUSED } from '@palaver/elements/ui/refused.js';
import type { FormEventHandler, ReactNode } from 'react';
import styles from './account-page.module.css';

interface AccountCardProps {
  readonly title: string;
  readonly isBusy: boolean;
  readonly error: string | null;
  /** What is wrong with its fields, by name. */
  readonly fields?: ReadonlyMap<string, string>;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  /** The fields and the button of the form. */
  readonly children: ReactNode;
  /** Below the form. */
  readonly foot?: ReactNode;
}

/** A page with a form for who is not signed in. */
export function AccountCard({
  title,
  isBusy,
  error,
  fields = NOT_REFUSED.fields,
  onSubmit,
  children,
  foot,
}: AccountCardProps) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <img src="/icon.svg" alt="" width="48" height="48" />
        <h1>{title}</h1>
        <form className={styles.form} onSubmit={onSubmit} aria-busy={isBusy}>
          <RefusedFields value={fields}>{children}</RefusedFields>
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
