import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'primary' | 'plain' | 'danger';
}

export function Button({ look = 'primary', type = 'button', className = '', ...props }: ButtonProps) {
  return <button type={type} className={`${styles.button} ${styles[look]} ${className}`} {...props} />;
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
