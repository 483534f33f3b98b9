import { type ReactNode, Suspense, useState } from 'react';
import { IconButton } from './button.js';

interface LateMenuProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly className?: string | undefined;
  readonly isDisabled?: boolean;
  /** Loads the menu ahead: called when somebody is about to open it. */
  readonly load: () => Promise<unknown>;
  /** The menu with its own trigger, opened: it takes the place of the button with the first press. */
  readonly children: ReactNode;
}

/** A button that opens a menu. The menu is loaded when somebody comes near, so that it holds up nothing before. */
export function LateMenu({ label, icon, className, isDisabled, load, children }: LateMenuProps) {
  const [isOpened, setOpened] = useState(false);
  const loadAhead = () => void load().catch(() => {});
  const button = (
    <IconButton
      label={label}
      className={className}
      disabled={isDisabled}
      aria-haspopup="menu"
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      onClick={() => setOpened(true)}
    >
      {icon}
    </IconButton>
  );
  return isOpened ? <Suspense fallback={button}>{children}</Suspense> : button;
}
