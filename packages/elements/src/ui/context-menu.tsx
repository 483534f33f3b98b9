import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useMemo } from 'react';
import { useChatHost } from '../host/chat-host.js';
import styles from './context-menu.module.css';
import menu from './menu.module.css';
import type { Point } from './overlay.js';
import { useBackCloses } from './use-back-closes.js';

interface ContextMenuProps {
  readonly label: string;
  readonly anchor: HTMLElement;
  /** Where the pointer was; null to stand beside the element. */
  readonly at: Point | null;
  readonly onClose: () => void;
  /** Called once it is closed and the element has the focus again. */
  readonly onClosed?: () => void;
  /** The items, `Menu.Item` of Base UI. */
  readonly children: ReactNode;
}

/** The context menu of an element; on a touch screen a sheet at the end of the window. */
export function ContextMenu({ label, anchor, at, onClose, onClosed, children }: ContextMenuProps) {
  const { portals } = useChatHost();
  useBackCloses(true, onClose);
  const place = useMemo(() => (at === null ? anchor : pointAt(at)), [anchor, at]);
  return (
    <Menu.Root
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
    >
      <Menu.Portal container={portals}>
        <Menu.Backdrop className={styles.backdrop} onContextMenu={(event) => event.preventDefault()} />
        <Menu.Positioner
          anchor={place}
          side="bottom"
          align="start"
          sideOffset={at === null ? 4 : 0}
          className={menu.positioner}
          {...(isTouch() && { style: SHEET })}
        >
          <Menu.Popup
            aria-label={label}
            className={`${menu.popup} ${styles.popup}`}
            finalFocus={() => anchor}
            onContextMenu={(event) => event.preventDefault()}
          >
            <div className={styles.title} dir="auto" aria-hidden="true">
              {label}
            </div>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** In place of what Base UI writes there to put the menu beside its anchor; above what is told. */
const SHEET = { position: 'fixed', inset: 'auto 0 0', transform: 'none', zIndex: 61 } as const;

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

function pointAt({ x, y }: Point) {
  return { getBoundingClientRect: () => DOMRect.fromRect({ x, y, width: 0, height: 0 }) };
}
