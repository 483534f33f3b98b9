import { useFieldRefusal } from '@palaver/elements/ui/field-refusal.js';
import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import styles from './parts.module.css';

interface Named {
  readonly id: string;
  readonly 'aria-describedby'?: string;
}

/** A setting with its name, and what it does. */
export function Row({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly children: (named: Named) => ReactNode;
}) {
  const id = useId();
  const hintId = useId();
  return (
    <div className={styles.row}>
      <div className={styles.rowText}>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <small id={hintId} className={styles.hint}>
            {hint}
          </small>
        )}
      </div>
      {children(hint === undefined ? { id } : { id, 'aria-describedby': hintId })}
    </div>
  );
}

/** What is chosen is being saved: the field waits and keeps the keyboard, which the browser takes from one that is disabled. */
interface Saving {
  readonly isBusy?: boolean;
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'>, Saving {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose?: (value: string) => void;
}

export function Select({ options, onChoose, isBusy = false, ...props }: SelectProps) {
  return (
    <select
      className={styles.select}
      {...props}
      aria-busy={isBusy}
      onChange={onChoose && ((event) => !isBusy && onChoose(event.target.value))}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** A choice with its name above, for forms. */
export function SelectField({ label, ...props }: SelectProps & { readonly label: string }) {
  const id = useId();
  const { described, note } = useFieldRefusal(props.name);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} {...described} {...props} />
      {note}
    </div>
  );
}

export function TextArea({
  label,
  ...props
}: InputHTMLAttributes<HTMLTextAreaElement> & { readonly label: string; readonly rows?: number }) {
  const id = useId();
  const { described, note } = useFieldRefusal(props.name);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} className={styles.textArea} {...described} {...props} />
      {note}
    </div>
  );
}

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'>, Saving {
  readonly checked: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

export function Switch({ checked, onSwitch, isBusy = false, ...props }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-checked={checked}
      className={styles.switch}
      {...props}
      checked={checked}
      aria-busy={isBusy}
      onChange={(event) => !isBusy && onSwitch(event.target.checked)}
    />
  );
}
