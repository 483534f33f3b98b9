import { isPalaverError } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { AccountCard } from './account-card.js';
import styles from './account-page.module.css';
import { publicApi, useAuthOptions } from './auth-options.js';
import { pathOfThisSite } from './return-path.js';
import { SecondFactorForm } from './second-factor-form.js';
import { currentSession } from './session.js';
import { takeStarted } from './social.js';
import { useSignInTexts } from './texts.js';
import { useSignIn } from './use-sign-in.js';

/**
 * Where a provider's sign-in comes back to, with a code for a session or with what went wrong. Anybody can send a browser here with
 * a code of their own: one that this tab has not begun changes nothing, and a live session is not replaced without a question.
 */
export default function SignedInPage() {
  const s = useSignInTexts();
  const [parameters] = useSearchParams();
  const code = parameters.get('code');
  const [started] = useState(takeStarted);
  const [mayReplace, setMayReplace] = useState(() => currentSession() === null);
  const [ways, setWays] = useState<readonly string[] | null>(null);
  const { isBusy, error, attempt } = useSignIn(pathOfThisSite(started?.returnPath ?? null));
  const codeVerifier = started?.codeVerifier;
  const isOurs = code !== null && codeVerifier !== undefined;
  // The code works once, and React runs the effects of a development build twice.
  const isAsked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!isOurs || !mayReplace || isAsked.current) return;
    isAsked.current = true;
    void attempt(
      () => publicApi.auth.exchange.mutate({ code, codeVerifier }),
      (cause) => {
        if (!isPalaverError(cause, 'SECOND_FACTOR_REQUIRED')) return false;
        setWays((cause.data.issues ?? []).map(({ path }) => path.replace(/^secondFactor\./, '')));
        return true;
      },
    );
  }, [code, mayReplace]);

  if (ways !== null && isOurs) {
    return (
      <SecondFactorForm
        ways={ways}
        isBusy={isBusy}
        error={error}
        onGiven={(read) =>
          attempt(async () => {
            const secondFactor = await read();
            return secondFactor && publicApi.auth.exchange.mutate({ code, codeVerifier, secondFactor });
          })
        }
        onBack={() => location.assign('/login')}
      />
    );
  }
  if (isOurs && !mayReplace) {
    return (
      <AccountCard
        title={s.replaceTitle}
        isBusy={false}
        error={null}
        onSubmit={(event) => event.preventDefault()}
      >
        <p className={styles.text}>{s.replaceText}</p>
        <Button onClick={() => setMayReplace(true)}>{s.replace}</Button>
        <Button look="plain" onClick={() => location.assign('/')}>
          {s.keepSession}
        </Button>
      </AccountCard>
    );
  }
  return (
    <Outcome
      provider={started?.provider ?? null}
      isForeign={code !== null && !isOurs}
      isBusy={isBusy}
      error={error}
    />
  );
}

interface OutcomeProps {
  /** Which this tab began with; null where it began nothing. */
  readonly provider: string | null;
  readonly isForeign: boolean;
  readonly isBusy: boolean;
  readonly error: string | null;
}

/** What became of it. The address has no text that is shown: anybody can write one. */
function Outcome({ provider, isForeign, isBusy, error }: OutcomeProps) {
  const s = useSignInTexts();
  const options = useAuthOptions();
  const [parameters] = useSearchParams();
  const refusal = isForeign ? 'SIGN_IN_ENDED' : parameters.get('error');
  const isLinked = provider !== null && parameters.has('linked');
  const label = options?.providers.find(({ name }) => name === provider)?.label ?? provider ?? '';
  const hasFailed = refusal !== null || error !== null;
  return (
    <AccountCard
      title={hasFailed ? s.refused : isLinked ? s.linked(label) : s.signingIn}
      isBusy={isBusy}
      error={error ?? (refusal === null ? null : s.reasons(refusal))}
      onSubmit={(event) => event.preventDefault()}
      foot={
        <p className={styles.other}>
          <Link href={isLinked || hasFailed ? '/' : '/login'}>{s.continue}</Link>
        </p>
      }
    >
      {null}
    </AccountCard>
  );
}
