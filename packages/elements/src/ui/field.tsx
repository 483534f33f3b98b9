import { type InputHTMLAttributes, type ReactNode, useId, useRef } from 'react';
import styles from './field.module.css';
import { useFieldRefusal } from './field-refusal.js';
import { useFirstFocus } from './use-first-focus.js';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** Stands below the field, until the service refuses what is in it. */
  readonly hint?: ReactNode;
}

export function Field({ label, hint, autoFocus = false, ...props }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const hintId = useId();
  const { described, note } = useFieldRefusal(props.name);
  useFirstFocus(input, autoFocus);
  const hasHint = hint !== undefined && note === null;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input ref={input} id={id} aria-describedby={hasHint ? hintId : undefined} {...described} {...props} />
      {hasHint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {note}
    </div>
  );
}
