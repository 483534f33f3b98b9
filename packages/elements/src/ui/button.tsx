import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'primary' | 'plain' | 'danger';
}

export function Button({ look = 'primary', type = 'button', className = '', ...props }: ButtonProps) {
  return (
    <button type={type} className={`${styles.button} ${styles[look]} ${className}`} {...focusable(props)} />
  );
}

/**
 * A button that cannot be pressed keeps the keyboard: one that the browser disables while its action runs loses it, and what is
 * typed next goes to the page. A press does nothing, also when Enter in a field submits the form.
 */
function focusable({ disabled = false, ...props }: ButtonHTMLAttributes<HTMLButtonElement>) {
  if (!disabled) return props;
  return { ...props, 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() };
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
      {...focusable(props)}
    />
  );
}
