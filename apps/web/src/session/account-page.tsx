import { createPalaverClient, isPalaverError } from '@palaver/client';
import { type FormEvent, useMemo, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { setSession } from './session.js';
import styles from './account-page.module.css';

/** Where to go after signing in: a path of this site alone. */
function useReturnPath(): string {
  const [parameters] = useSearchParams();
  const path = parameters.get('to') ?? '/';
  return /^\/(?!\/)/.test(path) ? path : '/';
}

/** Signs in, or makes an account. */
export function AccountPage({ isNew }: { readonly isNew: boolean }) {
  const t = useTexts();
  const [, navigate] = useLocation();
  const returnPath = useReturnPath();
  const client = useMemo(() => createPalaverClient({ url: location.origin, maxRetries: 2 }), []);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    const username = text('username').trim();
    const password = text('password');
    setBusy(true);
    setError(null);
    try {
      const displayName = text('displayName').trim() || username;
      const answer = isNew
        ? await client.api.auth.register.mutate({ username, displayName, password })
        : await client.api.auth.login.mutate({ username, password });
      setSession({ token: answer.token, userId: answer.user.id });
      navigate(returnPath, { replace: true });
    } catch (cause) {
      setError(isPalaverError(cause) ? cause.message : t.somethingWrong);
    } finally {
      setBusy(false);
    }
  }

  const query = returnPath === '/' ? '' : `?to=${encodeURIComponent(returnPath)}`;
  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={submit} aria-busy={isBusy}>
        <img src="/icon.svg" alt="" width="48" height="48" />
        <h1>{isNew ? t.signUpTitle : t.signInTitle}</h1>
        <Field
          label={isNew ? t.username : t.usernameOrEmail}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
        />
        {isNew && <Field label={t.displayName} name="displayName" autoComplete="name" />}
        <Field
          label={t.password}
          name="password"
          type="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
        />
        {error !== null && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <Button type="submit" disabled={isBusy}>
          {isNew ? t.signUp : t.signIn}
        </Button>
        <p className={styles.other}>
          {isNew ? t.haveAccount : t.noAccountYet}{' '}
          <Link href={`${isNew ? '/login' : '/register'}${query}`}>{isNew ? t.signIn : t.signUp}</Link>
        </p>
      </form>
    </main>
  );
}
