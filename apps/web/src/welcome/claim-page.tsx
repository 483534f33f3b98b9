import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { RefusedFields } from '@palaver/elements/ui/field-refusal.js';
import { NOT_REFUSED, refusedBy } from '@palaver/elements/ui/refused.js';
import { type FormEvent, useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { publicApi, useAuthOptions } from '../session/auth-options.js';
import { decoded } from '../session/return-path.js';
import { sessionOf, setSession } from '../session/session.js';
import { setWelcomed } from '../session/welcomed.js';
import { useWelcomeTexts } from './texts.js';
import styles from './welcome.module.css';

/** Greets the first visitor of a new service, who makes the account that owns it. */
export default function ClaimPage() {
  const t = useTexts();
  const w = useWelcomeTexts();
  const [, navigate] = useLocation();
  const options = useAuthOptions();
  const [code] = useState(() => decoded(location.hash.slice(1)));
  const [refused, setRefused] = useState(NOT_REFUSED);
  const [isBusy, setBusy] = useState(false);
  if (options?.awaitsAdmin === false) return <Redirect to="/login" replace />;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    const form = new FormData(currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const username = text('username');
    setBusy(true);
    setRefused(NOT_REFUSED);
    try {
      const signedIn = await publicApi.auth.register.mutate({
        username,
        displayName: text('displayName') || username,
        password: String(form.get('password') ?? ''),
        setupCode: code || text('setupCode'),
      });
      // Without the code in the address, and before the session, which shows the next step.
      navigate('/welcome', { replace: true });
      setSession(sessionOf(signedIn));
    } catch (cause) {
      setRefused(refusedBy(cause, t, currentTarget));
      setBusy(false);
    }
  }

  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={submit} aria-busy={isBusy}>
        <header className={styles.head}>
          <img src="/icon.svg" alt="" width="56" height="56" />
          <h1>{w.title}</h1>
          <p>{w.intro}</p>
          <p>{w.ownerMay}</p>
        </header>
        <RefusedFields value={refused.fields}>
          {code === '' ? (
            <>
              <Field
                label={w.code}
                name="setupCode"
                required
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
              />
              <p className={styles.hint}>{w.codeHint}</p>
              <details className={styles.hint}>
                <summary>{w.whyCode}</summary>
                {w.whyCodeText}
              </details>
            </>
          ) : (
            <p className={styles.found}>{w.codeFound}</p>
          )}
          <Field
            label={t.username}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus={code !== ''}
          />
          <Field label={t.displayName} name="displayName" autoComplete="name" />
          <Field label={t.password} name="password" type="password" autoComplete="new-password" required />
        </RefusedFields>
        {refused.sentence !== null && (
          <p role="alert" className={styles.error}>
            {refused.sentence}
          </p>
        )}
        <Button type="submit" disabled={isBusy}>
          {w.become}
        </Button>
        <p className={styles.other}>
          {w.or}{' '}
          <Link href="/login" onClick={setWelcomed}>
            {t.signIn}
          </Link>
          {options?.registration === 'open' && (
            <>
              {' · '}
              <Link href="/register" onClick={setWelcomed}>
                {w.justRegister}
              </Link>
            </>
          )}
        </p>
      </form>
    </main>
  );
}
