import { isPalaverError } from '@palaver/client';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { AccountCard } from './account-card.js';
import styles from './account-page.module.css';
import { publicApi } from './auth-options.js';
import { pathOfThisSite } from './return-path.js';
import { SecondFactorForm } from './second-factor-form.js';
import { takeReturnPath } from './social.js';
import { useSignInTexts } from './texts.js';
import { useSignIn } from './use-sign-in.js';

/** Where a provider's sign-in comes back to, with a code for a session or with what went wrong. */
export default function SignedInPage() {
  const s = useSignInTexts();
  const [parameters] = useSearchParams();
  const code = parameters.get('code');
  const refusal = parameters.get('error');
  const linked = parameters.get('linked');
  const [returnPath] = useState(() => pathOfThisSite(takeReturnPath()));
  const [ways, setWays] = useState<readonly string[] | null>(null);
  const { isBusy, error, attempt } = useSignIn(returnPath);
  // The code works once, and React runs the effects of a development build twice.
  const isAsked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (code === null || isAsked.current) return;
    isAsked.current = true;
    void attempt(
      () => publicApi.auth.exchange.mutate({ code }),
      (cause) => {
        if (!isPalaverError(cause, 'SECOND_FACTOR_REQUIRED')) return false;
        setWays((cause.data.issues ?? []).map(({ path }) => path.replace(/^secondFactor\./, '')));
        return true;
      },
    );
  }, [code]);

  if (ways !== null && code !== null) {
    return (
      <SecondFactorForm
        ways={ways}
        isBusy={isBusy}
        error={error}
        onGiven={(read) =>
          attempt(async () => {
            const secondFactor = await read();
            return secondFactor && publicApi.auth.exchange.mutate({ code, secondFactor });
          })
        }
        onBack={() => location.assign('/login')}
      />
    );
  }
  const hasFailed = refusal !== null || error !== null;
  return (
    <AccountCard
      title={hasFailed ? s.refused : linked === null ? s.signingIn : s.linked(linked)}
      isBusy={isBusy}
      error={error ?? (refusal === null ? null : s.reasons(refusal))}
      onSubmit={(event) => event.preventDefault()}
      foot={
        <p className={styles.other}>
          <Link href={linked === null && refusal === null ? '/login' : '/'}>{s.continue}</Link>
        </p>
      }
    >
      {null}
    </AccountCard>
  );
}
