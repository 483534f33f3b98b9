import { Button } from '@palaver/elements/ui/button.js';
import { sentenceOf } from '@palaver/elements/ui/refusal.js';
import { useState, useSyncExternalStore } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { ButtonLink } from '../ui/button-link.js';
import { AccountCard } from './account-card.js';
import styles from './account-page.module.css';
import { queryFor } from './return-path.js';
import { clientOf, currentSession, onSession } from './session.js';
import { useSignInTexts } from './texts.js';

/** Where the link of a mail leads that confirms an address. It proves nothing without a session of its account. */
export default function VerifyEmailPage() {
  const t = useTexts();
  const s = useSignInTexts();
  const session = useSyncExternalStore(onSession, currentSession);
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
  const [error, setError] = useState<string | null>(null);

  async function confirm() {
    if (session === null) return;
    setState('busy');
    setError(null);
    try {
      await clientOf(session).api.mail.verifyEmail.mutate({ token });
      setState('done');
    } catch (cause) {
      setError(sentenceOf(cause, t));
      setState('asking');
    }
  }

  return (
    <AccountCard
      title={s.verifyTitle}
      isBusy={state === 'busy'}
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
      foot={
        <p className={styles.other}>
          {session === null ? (
            <Link href="/forgotten-password">{s.forgotten}</Link>
          ) : (
            <Link href="/">{s.continue}</Link>
          )}
        </p>
      }
    >
      {session === null ? (
        <>
          <p className={styles.text}>{s.verifySignIn}</p>
          <ButtonLink href={`/login${queryFor(`/verify-email?${parameters}`)}`}>{t.signIn}</ButtonLink>
        </>
      ) : state === 'done' ? (
        <p role="status" className={styles.text}>
          {s.verified}
        </p>
      ) : (
        <>
          <p className={styles.text}>{s.verifyText}</p>
          <Button type="submit" disabled={state === 'busy'}>
            {s.verify}
          </Button>
        </>
      )}
    </AccountCard>
  );
}
