import type { PalaverInputs } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { sentenceOf } from '@palaver/elements/ui/refusal.js';
import { useStore } from '@palaver/react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../i18n/i18n.js';
import { askForPasskey, hasPasskeys } from '../../session/passkey.js';
import styles from './proof-dialog.module.css';
import { useSettingsTexts } from './texts.js';

type Kind = 'password' | 'totp' | 'recoveryCode';

interface ProofDialogProps {
  readonly onEnd: (isProven: boolean) => void;
}

/** Asks for a proof that the person is there. It lies above other dialogs, which wait for it. */
export default function ProofDialog({ onEnd }: ProofDialogProps) {
  const t = useTexts();
  const s = useSettingsTexts();
  const { client } = useStore();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [kind, setKind] = useState<Kind>('password');
  const [factors, setFactors] = useState({ hasCodes: false, hasPasskeys: false });
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    client.api.auth.secondFactors.query().then(
      ({ totpSince, passkeys }) =>
        setFactors({ hasCodes: totpSince !== null, hasPasskeys: passkeys.length > 0 && hasPasskeys() }),
      () => {},
    );
  }, [client]);

  async function prove(read: () => Promise<PalaverInputs['auth']['verify'] | null>) {
    setBusy(true);
    setError(null);
    try {
      const proof = await read();
      if (proof === null) return;
      await client.api.auth.verify.mutate(proof);
      onEnd(true);
    } catch (cause) {
      setError(sentenceOf(cause, t));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // What is behind this dialog is a form, too.
    event.stopPropagation();
    const given = String(new FormData(event.currentTarget).get('proof') ?? '');
    return prove(async () => ({ [kind]: kind === 'password' ? given : given.trim() }));
  }

  const provePasskey = () =>
    prove(async () => {
      const passkey = await askForPasskey(await client.api.auth.passkeyVerifyOptions.mutate());
      return passkey && { passkey };
    });

  const labels = { password: t.password, totp: s.totpCode, recoveryCode: s.recoveryCode };
  const others: Kind[] = factors.hasCodes ? ['password', 'totp', 'recoveryCode'] : ['password'];
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onEnd(false);
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={titleId}>{s.proofTitle}</h2>
      <p>{s.proofText}</p>
      <form className={styles.form} onSubmit={submit} aria-busy={isBusy}>
        <Field
          key={kind}
          label={labels[kind]}
          name="proof"
          type={kind === 'password' ? 'password' : 'text'}
          autoComplete={kind === 'password' ? 'current-password' : 'one-time-code'}
          inputMode={kind === 'totp' ? 'numeric' : 'text'}
          required
          autoFocus
        />
        {error !== null && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <div className={styles.others}>
          {others
            .filter((other) => other !== kind)
            .map((other) => (
              <button key={other} type="button" className={styles.link} onClick={() => setKind(other)}>
                {s.insteadUse(labels[other])}
              </button>
            ))}
        </div>
        <div className={styles.row}>
          <Button look="plain" onClick={() => onEnd(false)}>
            {t.cancel}
          </Button>
          {factors.hasPasskeys && (
            <Button look="plain" onClick={provePasskey} disabled={isBusy}>
              {s.withPasskey}
            </Button>
          )}
          <Button type="submit" disabled={isBusy}>
            {s.confirm}
          </Button>
        </div>
      </form>
    </dialog>,
    document.body,
  );
}
