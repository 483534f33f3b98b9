import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Button } from './button.js';
import { Dialog, type DialogProps } from './dialog.js';
import styles from './dialog.module.css';
import { RefusedFields } from './field-refusal.js';
import { NotProven } from './not-proven.js';
import { NOT_REFUSED, refusedBy } from './refused.js';

interface FormDialogProps {
  readonly title: string;
  readonly action: string;
  readonly look?: 'primary' | 'danger';
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /**
   * Does what is asked for. What it rejects with is shown as the service says it, and the dialog stays, as it does for
   * false.
   */
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly focusAfter?: DialogProps['focusAfter'];
  readonly children: ReactNode;
}

/** A dialog that asks for something and does it. */
export function FormDialog({ title, isOpen, onClose, focusAfter, ...form }: FormDialogProps) {
  const [isBusy, setBusy] = useState(false);
  // What is being done may ask for something above this dialog.
  const close = () => !isBusy && onClose();
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close} focusAfter={focusAfter}>
      <Form {...form} isBusy={isBusy} setBusy={setBusy} onClose={onClose} />
    </Dialog>
  );
}

interface FormProps extends Omit<FormDialogProps, 'title' | 'isOpen' | 'focusAfter'> {
  readonly isBusy: boolean;
  readonly setBusy: (isBusy: boolean) => void;
}

/** What is in the dialog while it is open: another opening begins without the error of the last one. */
function Form({ action, look = 'primary', isBusy, setBusy, onClose, onSubmit, children }: FormProps) {
  const t = useTexts();
  const [refused, setRefused] = useState(NOT_REFUSED);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    const form = new FormData(currentTarget);
    setBusy(true);
    setRefused(NOT_REFUSED);
    try {
      if ((await onSubmit(form)) !== false) onClose();
    } catch (cause) {
      if (!(cause instanceof NotProven)) setRefused(refusedBy(cause, t, currentTarget));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} aria-busy={isBusy}>
      <RefusedFields value={refused.fields}>{children}</RefusedFields>
      {refused.sentence !== null && (
        <p role="alert" className={styles.error}>
          {refused.sentence}
        </p>
      )}
      <div className={styles.row}>
        <Button look="plain" disabled={isBusy} onClick={onClose}>
          {t.cancel}
        </Button>
        <Button type="submit" look={look} disabled={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
