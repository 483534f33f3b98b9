import { isPalaverError } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import type { FormEvent } from 'react';
import { Link } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { AccountCard } from './account-card.js';
import styles from './account-page.module.css';
import { publicApi, useAuthOptions } from './auth-options.js';
import { mayRegister } from './may-register.js';
import { Providers } from './providers.js';
import { inviteOf, queryFor, useReturnPath } from './return-path.js';
import { useSignInTexts } from './texts.js';
import { useSignIn } from './use-sign-in.js';
import { zoneOfDevice } from './zone-of-device.js';

/** Makes an account, where the service lets people do so. */
export default function SignUpPage() {
  const t = useTexts();
  const s = useSignInTexts();
  const options = useAuthOptions();
  const returnPath = useReturnPath();
  const { isBusy, error, fields, attempt } = useSignIn(returnPath);
  const inviteCode = inviteOf(returnPath);
  const registration = options?.registration ?? 'open';
  const timezone = zoneOfDevice();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    const form = new FormData(currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const username = text('username');
    const register = (invited: { readonly inviteCode?: string }) =>
      publicApi.auth.register.mutate({
        username,
        displayName: text('displayName') || username,
        password: String(form.get('password') ?? ''),
        ...(text('email') === '' ? {} : { email: text('email') }),
        ...(timezone === undefined ? {} : { timezone, sharesTimezone: form.has('sharesTimezone') }),
        ...invited,
      });
    const registerInvited = async () => {
      if (inviteCode === null) return register({});
      try {
        return await register({ inviteCode });
      } catch (cause) {
        // Where everybody may register, an invite that is used up by now keeps nobody out.
        if (registration === 'open' && isPalaverError(cause, 'INVITE_NOT_FOUND')) return register({});
        throw cause;
      }
    };
    return attempt(registerInvited, undefined, currentTarget);
  }

  const foot = (
    <>
      <Providers providers={options?.providers ?? []} returnPath={returnPath} />
      <p className={styles.other}>
        {t.haveAccount} <Link href={`/login${queryFor(returnPath)}`}>{t.signIn}</Link>
      </p>
    </>
  );
  return (
    <AccountCard
      title={t.signUpTitle}
      isBusy={isBusy}
      error={error}
      fields={fields}
      onSubmit={submit}
      foot={foot}
    >
      {!mayRegister(registration, inviteCode) ? (
        <p className={styles.text}>
          {registration === 'closed' ? s.registrationClosed : s.registrationByInvite}
        </p>
      ) : (
        <>
          <Field
            label={t.username}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus
          />
          <Field label={t.displayName} name="displayName" autoComplete="name" />
          {options?.sendsMail && (
            <Field label={s.emailIfAny} name="email" type="email" autoComplete="email" hint={s.whyEmail} />
          )}
          <Field label={t.password} name="password" type="password" autoComplete="new-password" required />
          {timezone !== undefined && (
            <label className={styles.check}>
              <input type="checkbox" name="sharesTimezone" defaultChecked /> {s.shareTimezone(timezone)}
            </label>
          )}
          <Button type="submit" disabled={isBusy}>
            {t.signUp}
          </Button>
        </>
      )}
    </AccountCard>
  );
}
