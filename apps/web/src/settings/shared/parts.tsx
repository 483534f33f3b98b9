import { Button } from '@palaver/elements/ui/button.js';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import styles from './parts.module.css';

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
