import { useCallback, useEffect, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { sentenceOf } from './refusal.js';

/** What the service has answered. */
export interface Answer<Value> {
  /** Null until there is an answer. */
  readonly value: Value | null;
  readonly error: string | null;
  /** Asks again. What is shown stays until the answer is there. */
  readonly reload: () => Promise<void>;
  readonly change: (to: (value: Value) => Value) => void;
}

/** Asks the service when the page is shown, and again for another `key`. */
export function useAnswer<Value>(read: () => Promise<Value>, key = ''): Answer<Value> {
  const t = useTexts();
  const [state, setState] = useState<{ value: Value | null; error: string | null }>({
    value: null,
    error: null,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when another answer is wanted
  const ask = useCallback(
    (isShown: () => boolean) =>
      read().then(
        (value) => isShown() && setState({ value, error: null }),
        (cause: unknown) => {
          if (isShown()) setState((old) => ({ ...old, error: sentenceOf(cause, t) }));
        },
      ),
    [key, t],
  );
  useEffect(() => {
    let isShown = true;
    setState({ value: null, error: null });
    void ask(() => isShown);
    return () => {
      isShown = false;
    };
  }, [ask]);
  return {
    ...state,
    reload: async () => void (await ask(() => true)),
    change: (to) => setState((old) => (old.value === null ? old : { ...old, value: to(old.value) })),
  };
}
