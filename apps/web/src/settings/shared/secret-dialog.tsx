import { Dialog } from '@palaver/elements/ui/dialog.js';
import dialog from '@palaver/elements/ui/dialog.module.css';
import { Copyable } from './parts.js';

/** Something that is shown only once. */
export interface Secret {
  readonly title: string;
  readonly hint: string;
  readonly text: string;
}

/** Shows a secret, to be copied. */
export function SecretDialog({ secret, onClose }: { readonly secret: Secret; readonly onClose: () => void }) {
  return (
    <Dialog title={secret.title} isOpen onClose={onClose}>
      <div className={dialog.form}>
        <p>{secret.hint}</p>
        <Copyable label={secret.title} text={secret.text} />
      </div>
    </Dialog>
  );
}
