import { Avatar } from '@palaver/elements/ui/avatar.js';
import { Button } from '@palaver/elements/ui/button.js';
import { lazy, Suspense, useState } from 'react';
import { Card } from './parts.js';
import parts from './parts.module.css';
import styles from './portrait.module.css';
import { Outcome } from './settings-form.js';
import { useSettingsTexts } from './texts.js';
import { useAct } from './use-act.js';

const PictureDialog = lazy(() => import('./picture-dialog.js'));

interface PortraitProps {
  /** Whose picture it is; with null as its path, the first letters of the name are shown. */
  readonly of: { readonly id: string; readonly displayName: string; readonly avatarPath: string | null };
  readonly upload: (picture: Blob) => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
}

/** The picture of an account or of a server, and the ways to change it. */
export function Portrait({ of, upload, remove }: PortraitProps) {
  const s = useSettingsTexts();
  const act = useAct();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <div className={styles.portrait}>
        <Avatar user={of} size="large" />
        <div className={parts.buttons}>
          <Button onClick={() => setOpen(true)}>{s.changePicture}</Button>
          {of.avatarPath !== null && (
            <Button look="plain" disabled={act.isBusy} onClick={() => act.run(remove)}>
              {s.removePicture}
            </Button>
          )}
          <Outcome act={act} />
        </div>
      </div>
      <Suspense>{isOpen && <PictureDialog upload={upload} onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  );
}
