import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'primary' | 'plain' | 'danger';
}

export function Button({ look = 'primary', type = 'button', className = '', ...props }: ButtonProps) {
  return <button type={type} className={`${styles.button} ${styles[look]} ${className}`} {...props} />;
}

/** A link to another page that looks like a button. */
export function ButtonLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={href} className={`${styles.button} ${styles.primary} ${styles.link}`}>
      {children}
    </Link>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does, for those who do not see the icon, and as its tooltip. */
  readonly label: string;
}

export function IconButton({ label, type = 'button', className = '', ...props }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={`${styles.icon} ${className}`}
      {...props}
    />
  );
}
