import { Button } from '@palaver/elements/ui/button.js';
import { RefusedFields, useFieldRefusal } from '@palaver/elements/ui/field-refusal.js';
import { Check, Copy } from 'lucide-react';
import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
  useState,
} from 'react';
import { useTexts } from '../../i18n/i18n.js';
import styles from './parts.module.css';
import { useSettingsTexts } from './texts.js';
import type { Act } from './use-act.js';

/** A page of settings. */
export function Page({
  title,
  intro,
  action,
  children,
}: {
  readonly title: string;
  readonly intro?: ReactNode;
  /** Beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <header className={styles.title}>
        <div>
          <h1 dir="auto">{title}</h1>
          {intro !== undefined && <p>{intro}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}

export function Card({
  title,
  hint,
  children,
  isDanger = false,
}: {
  readonly title?: string;
  readonly hint?: ReactNode;
  readonly children?: ReactNode;
  readonly isDanger?: boolean;
}) {
  return (
    <section className={styles.card} data-danger={isDanger || undefined}>
      {title !== undefined && <h2 dir="auto">{title}</h2>}
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  );
}

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

/** What became of something that the person did. */
export function Outcome({ act, done }: { readonly act: Act; readonly done?: string }) {
  const s = useSettingsTexts();
  if (act.error !== null) {
    return (
      <p role="alert" className={styles.error}>
        {act.error}
      </p>
    );
  }
  return (
    <span role="status" className={styles.done}>
      {act.isDone && done !== '' && (
        <>
          <Check aria-hidden="true" />
          {done ?? s.saved}
        </>
      )}
    </span>
  );
}

/** Fields that are saved together. */
export function SettingsForm({
  act,
  action,
  onSubmit,
  done,
  look = 'primary',
  children,
}: {
  readonly act: Act;
  readonly action: string;
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly done?: string;
  readonly look?: 'primary' | 'plain' | 'danger';
  readonly children: ReactNode;
}) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    const form = new FormData(currentTarget);
    return act.run(() => onSubmit(form), currentTarget);
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-busy={act.isBusy}>
      <RefusedFields value={act.fields}>{children}</RefusedFields>
      <div className={styles.formFoot}>
        <Button type="submit" look={look} disabled={act.isBusy}>
          {action}
        </Button>
        <Outcome act={act} {...(done === undefined ? {} : { done })} />
      </div>
    </form>
  );
}

/** A secret that is shown once, or a link to share. */
export function Copyable({ label, text }: { readonly label: string; readonly text: string }) {
  const t = useTexts();
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  }
  return (
    <div className={styles.copyable}>
      <output aria-label={label} dir="ltr">
        {text}
      </output>
      <Button look="plain" onClick={copy}>
        {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {isCopied ? t.copied : t.copy}
      </Button>
    </div>
  );
}

/** A list of things with something to do about each. */
export function List({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

export function Item({
  picture,
  name,
  detail,
  children,
}: {
  readonly picture?: ReactNode;
  readonly name: ReactNode;
  readonly detail?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <li className={styles.item}>
      {picture}
      <div className={styles.itemText}>
        <span dir="auto">{name}</span>
        {detail !== undefined && <small dir="auto">{detail}</small>}
      </div>
      <div className={styles.itemActions}>{children}</div>
    </li>
  );
}

/** Instead of a list that has nothing. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <p className={styles.empty}>{children}</p>;
}
