import { Menu as MenuIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { IconButton } from '../ui/button.js';
import { ConnectionBar } from '../ui/connection-bar.js';
import { PalaverChannels } from './channels.js';
import styles from './embed.module.css';
import { Palaver, type PalaverProps } from './palaver.js';
import { Channel, ShownChannel, Thread, useStartsAt } from './parts.js';
import { useShown } from './use-place.js';

export interface ChatProps {
  /** The id of the channel or direct message to begin with; without one, the first of the list. */
  readonly channel?: string | null | undefined;
  /** The id of the server whose channels are listed; without one, the person chooses among theirs. */
  readonly server?: string | null | undefined;
  /** Whether there is one channel alone, without the list of channels. */
  readonly single?: boolean | undefined;
}

/** A chat: the list of channels, the messages of one, where one writes, and a thread beside them. */
export function PalaverChat({
  channel,
  server,
  single,
  ...props
}: ChatProps & Omit<PalaverProps, 'children'>) {
  return (
    <Palaver {...props}>
      <Chat channel={channel} server={server} single={single} />
    </Palaver>
  );
}

/** The same within `Palaver`. */
export function Chat({ channel = null, server, single = false }: ChatProps) {
  const t = useTexts();
  useStartsAt(channel);
  const shown = useShown();
  // In a narrow place the list lies over the messages until one of its links is chosen: it is open at one place.
  const [menu, setMenu] = useState<{ readonly at: typeof shown } | null>(null);
  const isMenuOpen = menu !== null && menu.at === shown;
  const closeMenu = () => setMenu(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMenuOpen) list.current?.querySelector<HTMLElement>('[aria-current], a')?.focus();
  }, [isMenuOpen]);
  const menuButton = !single && (
    <IconButton label={t.openMenu} className={styles.menu} onClick={() => setMenu({ at: shown })}>
      <MenuIcon aria-hidden="true" />
    </IconButton>
  );
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && closeMenu();
  return (
    <>
      <ConnectionBar isSteady />
      <div
        className={styles.chat}
        data-single={single || undefined}
        data-menu={isMenuOpen || undefined}
        data-thread={shown?.thread ? true : undefined}
      >
        {!single && (
          // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the links in it
          <div ref={list} className={styles.list} onKeyDown={onKeyDown}>
            <PalaverChannels server={server} />
          </div>
        )}
        {isMenuOpen && (
          // A click beside the list closes it; the keyboard has Escape and the links themselves.
          <div className={styles.scrim} aria-hidden="true" onClick={closeMenu} />
        )}
        <div className={styles.channel}>
          <Channel lead={menuButton} />
        </div>
        {shown?.thread && <ShownChannel isQuiet>{(known) => <Thread channel={known} />}</ShownChannel>}
      </div>
    </>
  );
}
