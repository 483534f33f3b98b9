import type { SignedIn } from '@palaver/client';
import { NOT_REFUSED, refusedBy } from '@palaver/elements/ui/refused.js';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { sessionOf, setSession } from './session.js';

/** A sign-in that is being tried. */
export interface SignInAttempt {
  readonly isBusy: boolean;
  readonly error: string | null;
  /** What is wrong with the fields of the form, by name. */
  readonly fields: ReadonlyMap<string, string>;
  /** Signs in with what `act` answers; nothing happens for null. `onError` tells whether it has dealt with an error. */
  readonly attempt: (
    act: () => Promise<SignedIn | null>,
    onError?: (cause: unknown) => boolean,
    form?: HTMLFormElement,
  ) => Promise<void>;
}

export function useSignIn(returnPath: string): SignInAttempt {
  const t = useTexts();
  const [, navigate] = useLocation();
  const [refused, setRefused] = useState(NOT_REFUSED);
  const [isBusy, setBusy] = useState(false);
  const attempt: SignInAttempt['attempt'] = async (act, onError = () => false, form) => {
    setBusy(true);
    setRefused(NOT_REFUSED);
    try {
      const answer = await act();
      if (answer === null) return;
      setSession(sessionOf(answer));
      navigate(returnPath, { replace: true });
    } catch (cause) {
      if (!onError(cause)) setRefused(refusedBy(cause, t, form));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error: refused.sentence, fields: refused.fields, attempt };
}
