import { Button } from '@palaver/elements/ui/button.js';
import { Dialog } from '@palaver/elements/ui/dialog.js';
import dialog from '@palaver/elements/ui/dialog.module.css';
import { useTexts } from '../../i18n/i18n.js';
import { download } from '../shared/download.js';
import parts from '../shared/parts.module.css';
import { useSettingsTexts } from '../shared/texts.js';
import styles from './account-settings.module.css';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Recovery codes, which are shown only here. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const t = useTexts();
  const s = useSettingsTexts();
  const save = () =>
    download(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'palaver-recovery-codes.txt');
  return (
    <Dialog title={s.recoveryCodes} isOpen onClose={onClose}>
      <div className={dialog.form}>
        <p>{s.codesHint}</p>
        <ul className={styles.codes} dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={parts.buttons}>
          <Button onClick={save}>{s.downloadCodes}</Button>
          <Button look="plain" onClick={() => navigator.clipboard.writeText(codes.join('\n'))}>
            {t.copy}
          </Button>
          <Button look="plain" onClick={onClose}>
            {s.keptCodes}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
