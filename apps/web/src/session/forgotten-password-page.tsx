import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { NOT_REFUSED, refusedBy } from '@palaver/elements/ui/refused.js';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { AccountCard } from './account-card.js';
import styles from './account-page.module.css';
import { publicApi } from './auth-options.js';
import { useSignInTexts } from './texts.js';

/** Asks for a mail with a link to a new password. */
export default function ForgottenPasswordPage() {
  const t = useTexts();
  const s = useSignInTexts();
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [refused, setRefused] = useState(NOT_REFUSED);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    const email = String(new FormData(currentTarget).get('email') ?? '').trim();
    setState('busy');
    setRefused(NOT_REFUSED);
    try {
      await publicApi.mail.requestPasswordReset.mutate({ email });
      setState('sent');
    } catch (cause) {
      setRefused(refusedBy(cause, t, currentTarget));
      setState('asking');
    }
  }

  return (
    <AccountCard
      title={s.forgottenTitle}
      isBusy={state === 'busy'}
      error={refused.sentence}
      fields={refused.fields}
      onSubmit={submit}
      foot={
        <p className={styles.other}>
          <Link href="/login">{s.backToSignIn}</Link>
        </p>
      }
    >
      {state === 'sent' ? (
        <p role="status" className={styles.text}>
          {s.linkSent}
        </p>
      ) : (
        <>
          <p className={styles.text}>{s.forgottenText}</p>
          <Field label={s.email} name="email" type="email" autoComplete="email" required autoFocus />
          <Button type="submit" disabled={state === 'busy'}>
            {s.sendLink}
          </Button>
        </>
      )}
    </AccountCard>
  );
}
