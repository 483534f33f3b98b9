import { type RefObject, useLayoutEffect } from 'react';

/** Gives a field the keyboard when it is first shown. React's `autoFocus` does so, and Preact's does not. */
export function useFirstFocus(field: RefObject<HTMLElement | null>, isWanted = true): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever is wanted later
  useLayoutEffect(() => {
    if (isWanted) field.current?.focus();
  }, []);
}
