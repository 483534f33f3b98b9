import { Button } from '@palaver/elements/ui/button.js';
import { RefusedFields } from '@palaver/elements/ui/field-refusal.js';
import { Check } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import styles from './parts.module.css';
import { useSettingsTexts } from './texts.js';
import type { Act } from './use-act.js';

/** What became of something that the person did. */
export function Outcome({ act, done }: { readonly act: Act; readonly done?: string }) {
  const s = useSettingsTexts();
  if (act.error !== null) {
    return (
      <p role="alert" className={styles.error}>
        {act.error}
      </p>
    );
  }
  return (
    <span role="status" className={styles.done}>
      {act.isDone && done !== '' && (
        <>
          <Check aria-hidden="true" />
          {done ?? s.saved}
        </>
      )}
    </span>
  );
}

/** Fields that are saved together. */
export function SettingsForm({
  act,
  action,
  onSubmit,
  done,
  look = 'primary',
  children,
}: {
  readonly act: Act;
  readonly action: string;
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly done?: string;
  readonly look?: 'primary' | 'plain' | 'danger';
  readonly children: ReactNode;
}) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    const form = new FormData(currentTarget);
    return act.run(() => onSubmit(form), currentTarget);
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-busy={act.isBusy}>
      <RefusedFields value={act.fields}>{children}</RefusedFields>
      <div className={styles.formFoot}>
        <Button type="submit" look={look} disabled={act.isBusy}>
          {action}
        </Button>
        <Outcome act={act} {...(done === undefined ? {} : { done })} />
      </div>
    </form>
  );
}
