import { type InputHTMLAttributes, useId } from 'react';
import styles from './field.module.css';
import { useFieldRefusal } from './field-refusal.js';

export function Field({
  label,
  ...props
}: InputHTMLAttributes<HTMLInputElement> & { readonly label: string }) {
  const id = useId();
  const { described, note } = useFieldRefusal(props.name);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} {...described} {...props} />
      {note}
    </div>
  );
}
