import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import styles from './field.module.css';
import { NOT_REFUSED } from './refused.js';

const Context = createContext(NOT_REFUSED.fields);

/** Tells the fields within it what is wrong with them, by their names. */
export const RefusedFields = Context.Provider;

interface FieldRefusal {
  /** For the field itself. */
  readonly described: { readonly 'aria-invalid'?: true; readonly 'aria-describedby'?: string };
  /** Stands below the field. */
  readonly note: ReactNode;
}

/** What the service has said of a field of this name. The first refused field of a form gets the keyboard. */
export function useFieldRefusal(name: string | undefined): FieldRefusal {
  const id = useId();
  const sentence = useContext(Context).get(name ?? '');
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (sentence === undefined) return;
    note.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [sentence]);
  if (sentence === undefined) return { described: {}, note: null };
  return {
    described: { 'aria-invalid': true, 'aria-describedby': id },
    note: (
      <p ref={note} id={id} role="alert" className={styles.note}>
        {sentence}
      </p>
    ),
  };
}
