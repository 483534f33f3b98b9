import { isPalaverError, type PalaverInputs } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { AccountCard } from './account-card.js';
import styles from './account-page.module.css';
import { publicApi, useAuthOptions } from './auth-options.js';
import { askForPasskey, hasPasskeys } from './passkey.js';
import { Providers } from './providers.js';
import { queryFor, useReturnPath } from './return-path.js';
import { SecondFactorForm } from './second-factor-form.js';
import { useSignInTexts } from './texts.js';
import { useSignIn } from './use-sign-in.js';

type Login = PalaverInputs['auth']['login'];

/** Signs in, with all that the service and the account offer for it. */
export default function SignInPage() {
  const t = useTexts();
  const s = useSignInTexts();
  const options = useAuthOptions();
  const returnPath = useReturnPath();
  const { isBusy, error, attempt } = useSignIn(returnPath);
  /** What was right so far, and what the account has beside it. */
  const [pending, setPending] = useState<{ readonly login: Login; readonly ways: readonly string[] } | null>(
    null,
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const login = {
      username: String(form.get('username') ?? '').trim(),
      password: String(form.get('password') ?? ''),
    };
    return attempt(
      () => publicApi.auth.login.mutate(login),
      (cause) => {
        if (!isPalaverError(cause, 'SECOND_FACTOR_REQUIRED')) return false;
        setPending({ login, ways: (cause.data.issues ?? []).map(({ path }) => path) });
        return true;
      },
    );
  }

  const signInWithPasskey = () =>
    attempt(async () => {
      const credential = await askForPasskey(await publicApi.auth.passkeySignInOptions.mutate());
      return credential && publicApi.auth.signInWithPasskey.mutate({ credential });
    });

  if (pending !== null) {
    return (
      <SecondFactorForm
        ways={pending.ways}
        isBusy={isBusy}
        error={error}
        onGiven={(read) =>
          attempt(async () => {
            const factor = await read();
            return factor && publicApi.auth.login.mutate({ ...pending.login, ...factor });
          })
        }
        onBack={() => setPending(null)}
      />
    );
  }
  return (
    <AccountCard
      title={t.signInTitle}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      foot={
        <>
          {hasPasskeys() && (
            <Button look="plain" onClick={signInWithPasskey} disabled={isBusy}>
              {s.withPasskey}
            </Button>
          )}
          <Providers providers={options?.providers ?? []} returnPath={returnPath} />
          {options?.registration !== 'closed' && (
            <p className={styles.other}>
              {t.noAccountYet} <Link href={`/register${queryFor(returnPath)}`}>{t.signUp}</Link>
            </p>
          )}
        </>
      }
    >
      <Field
        label={t.usernameOrEmail}
        name="username"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
      />
      <Field label={t.password} name="password" type="password" autoComplete="current-password" required />
      <Button type="submit" disabled={isBusy}>
        {t.signIn}
      </Button>
      {options?.sendsMail && (
        <p className={styles.other}>
          <Link href="/forgotten-password">{s.forgotten}</Link>
        </p>
      )}
    </AccountCard>
  );
}
