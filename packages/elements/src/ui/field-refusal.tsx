import { createContext, type ReactNode, useContext, useId } from 'react';
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

/** What the service has said of a field of this name. */
export function useFieldRefusal(name: string | undefined): FieldRefusal {
  const id = useId();
  const sentence = useContext(Context).get(name ?? '');
  if (sentence === undefined) return { described: {}, note: null };
  return {
    described: { 'aria-invalid': true, 'aria-describedby': id },
    note: (
      <p id={id} role="alert" className={styles.note}>
        {sentence}
      </p>
    ),
  };
}
