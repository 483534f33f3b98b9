import type { SignedIn } from '@palaver/client';
import { sentenceOf } from '@palaver/elements/ui/refusal.js';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { sessionOf, setSession } from './session.js';

/** A sign-in that is being tried. */
export interface SignInAttempt {
  readonly isBusy: boolean;
  readonly error: string | null;
  /** Signs in with what `act` answers; nothing happens for null. `onError` tells whether it has dealt with an error. */
  readonly attempt: (
    act: () => Promise<SignedIn | null>,
    onError?: (cause: unknown) => boolean,
  ) => Promise<void>;
}

export function useSignIn(returnPath: string): SignInAttempt {
  const t = useTexts();
  const [, navigate] = useLocation();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt: SignInAttempt['attempt'] = async (act, onError = () => false) => {
    setBusy(true);
    setError(null);
    try {
      const answer = await act();
      if (answer === null) return;
      setSession(sessionOf(answer));
      navigate(returnPath, { replace: true });
    } catch (cause) {
      if (!onError(cause)) setError(sentenceOf(cause, t.somethingWrong));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, attempt };
}
