import type { PalaverInputs } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { type FormEvent, useState } from 'react';
import { AccountCard } from './account-card.js';
import styles from './account-page.module.css';
import { publicApi } from './auth-options.js';
import { askForPasskey, hasPasskeys } from './passkey.js';
import { useSignInTexts } from './texts.js';

export type Factor = NonNullable<PalaverInputs['auth']['exchange']['secondFactor']>;

interface SecondFactorFormProps {
  /** The fields that the account can give: `totp`, `recoveryCode` and `passkey`. */
  readonly ways: readonly string[];
  readonly isBusy: boolean;
  readonly error: string | null;
  /** `read` resolves with null when the person would not. */
  readonly onGiven: (read: () => Promise<Factor | null>) => Promise<void>;
  readonly onBack: () => void;
}

/** The second step of a sign-in, of an account with a second factor. */
export function SecondFactorForm({ ways, isBusy, error, onGiven, onBack }: SecondFactorFormProps) {
  const s = useSignInTexts();
  const [kind, setKind] = useState(ways.includes('totp') ? 'totp' : 'recoveryCode');
  const isTotp = kind === 'totp';

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('factor') ?? '').trim();
    return onGiven(async () => (isTotp ? { totp: given } : { recoveryCode: given }));
  }

  const givePasskey = () =>
    onGiven(async () => {
      const options = await publicApi.auth.passkeySignInOptions.mutate({ purpose: 'second-factor' });
      const passkey = await askForPasskey(options);
      return passkey && { passkey };
    });

  return (
    <AccountCard
      title={s.secondTitle}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      foot={
        <>
          {ways.includes('passkey') && hasPasskeys() && (
            <Button look="plain" onClick={givePasskey} disabled={isBusy}>
              {s.passkey}
            </Button>
          )}
          {(!isTotp || ways.includes('recoveryCode')) && (isTotp || ways.includes('totp')) && (
            <button
              type="button"
              className={styles.link}
              onClick={() => setKind(isTotp ? 'recoveryCode' : 'totp')}
            >
              {isTotp ? s.recoveryInstead : s.totpInstead}
            </button>
          )}
          <button type="button" className={styles.link} onClick={onBack}>
            {s.backToSignIn}
          </button>
        </>
      }
    >
      <p className={styles.text}>{s.secondText}</p>
      <Field
        key={kind}
        label={isTotp ? s.totp : s.recoveryCode}
        name="factor"
        inputMode={isTotp ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
        autoFocus
      />
      <Button type="submit" disabled={isBusy}>
        {s.continue}
      </Button>
    </AccountCard>
  );
}
