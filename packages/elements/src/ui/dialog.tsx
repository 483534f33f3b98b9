import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import button from './button.module.css';
import styles from './dialog.module.css';
import { useBackCloses } from './use-back-closes.js';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Whether it stays in its place below the top when its content grows and shrinks, as what is found does. */
  readonly isAtTop?: boolean;
  /** What gets the focus when it is closed; what had it before where this finds nothing. */
  readonly focusAfter?: (() => HTMLElement | null) | undefined;
  readonly children: ReactNode;
}

/** A window over everything, until it is answered or closed. */
export function Dialog({ title, isOpen, onClose, isAtTop = false, focusAfter, children }: DialogProps) {
  const t = useTexts();
  const { portals } = useChatHost();
  useBackCloses(isOpen, onClose);
  const popup = useRef<HTMLDivElement>(null);
  // Not the button that closes it, which comes first.
  const firstField = () =>
    popup.current?.querySelector<HTMLElement>('input, textarea') ??
    popup.current?.querySelector<HTMLElement>(':not(header) > button') ??
    true;
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal container={portals}>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          className={styles.popup}
          data-top={isAtTop || undefined}
          data-modal
          initialFocus={firstField}
          finalFocus={() => focusAfter?.() ?? true}
        >
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close className={button.icon} aria-label={t.close} title={t.close}>
              <X aria-hidden="true" />
            </Base.Close>
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
