import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Gives a field the keyboard when it is first shown. React's `autoFocus` does so, and Preact's does not. */
export function useFirstFocus(field: RefObject<HTMLElement | null>, isWanted = true): void {
  const isWantedAtFirst = useRef(isWanted);
  useLayoutEffect(() => {
    if (isWantedAtFirst.current) field.current?.focus();
  }, [field]);
}
