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

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose?: (value: string) => void;
}

export function Select({ options, onChoose, ...props }: SelectProps) {
  return (
    <select
      className={styles.select}
      {...props}
      onChange={onChoose && ((event) => onChoose(event.target.value))}
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

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly checked: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

export function Switch({ checked, onSwitch, ...props }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-checked={checked}
      className={styles.switch}
      {...props}
      checked={checked}
      onChange={(event) => onSwitch(event.target.checked)}
    />
  );
}
