import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useStore } from '@palaver/react';
import encodeQR from 'qr';
import { useMemo } from 'react';
import { Copyable } from '../shared/parts.js';
import { useSettingsTexts } from '../shared/texts.js';
import styles from './account-settings.module.css';

interface TotpDialogProps {
  readonly setup: { readonly secret: string; readonly url: string };
  readonly onClose: () => void;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

/** Shows the secret of an authenticator app, which is set up once its first code is right. */
export default function TotpDialog({ setup, onClose, onDone }: TotpDialogProps) {
  const s = useSettingsTexts();
  const { client } = useStore();
  async function confirm(form: FormData) {
    const code = String(form.get('code') ?? '').trim();
    onDone((await client.api.auth.confirmTotp.mutate({ code })).recoveryCodes);
  }
  return (
    <FormDialog title={s.setUpTotp} action={s.confirm} isOpen onClose={onClose} onSubmit={confirm}>
      <p>{s.scan}</p>
      <QrCode text={setup.url} label={s.qrCode} />
      <Copyable label={s.secret} text={setup.secret} />
      <Field
        label={s.totpCode}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{3} ?[0-9]{3}"
        required
      />
    </FormDialog>
  );
}

/** Drawn here, because the secret in it is for nobody else. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { border: 1 }), [text]);
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={styles.qr} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
