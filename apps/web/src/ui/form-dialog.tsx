import { isPalaverError } from '@palaver/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import styles from './dialog.module.css';

interface FormDialogProps {
  readonly title: string;
  readonly action: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Does what is asked for. What it rejects with is shown as the service says it, and the dialog stays. */
  readonly onSubmit: (form: FormData) => Promise<void>;
  readonly children: ReactNode;
}

/** A dialog that asks for something and does it. */
export function FormDialog({ title, action, isOpen, onClose, onSubmit, children }: FormDialogProps) {
  const t = useTexts();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  function close() {
    setError(null);
    onClose();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      await onSubmit(form);
      close();
    } catch (cause) {
      setError(isPalaverError(cause) ? cause.message : t.somethingWrong);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <form className={styles.form} onSubmit={submit} aria-busy={isBusy}>
        {children}
        {error !== null && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <div className={styles.row}>
          <Button look="plain" onClick={close}>
            {t.cancel}
          </Button>
          <Button type="submit" disabled={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
