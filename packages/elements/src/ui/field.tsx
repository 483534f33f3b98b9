import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { useFieldRefusal } from './field-refusal.js';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** Stands below the field, until the service refuses what is in it. */
  readonly hint?: ReactNode;
}

export function Field({ label, hint, ...props }: FieldProps) {
  const id = useId();
  const hintId = useId();
  const { described, note } = useFieldRefusal(props.name);
  const hasHint = hint !== undefined && note === null;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-describedby={hasHint ? hintId : undefined} {...described} {...props} />
      {hasHint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {note}
    </div>
  );
}
