import type { AnyChannel } from '@palaver/client';
import styles from '@palaver/elements/chat/channel-page.module.css';
import { Boundary } from '@palaver/elements/ui/boundary.js';
import { IconButton } from '@palaver/elements/ui/button.js';
import { KeysHeld } from '@palaver/elements/ui/keys-held.js';
import { late } from '@palaver/elements/ui/late.js';
import { stateOfPage, useBackCloses } from '@palaver/elements/ui/use-back-closes.js';
import { type LucideIcon, Pin, Search, Users, X } from 'lucide-react';
import { type ComponentType, type KeyboardEvent, Suspense, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { Catalogue } from '../i18n/en.js';
import { useTexts } from '../i18n/i18n.js';
import { onShownPlace } from './shown-place.js';
import { useThreadEntry } from './use-history-entry.js';

const ThreadPanel = late(() => import('@palaver/elements/chat/thread-panel.js'));

interface Panel {
  readonly title: (t: Catalogue) => string;
  readonly Icon: LucideIcon;
  readonly Content: ComponentType<{ readonly channel: AnyChannel }>;
}

/** What can be opened beside a channel, in the order of its buttons. */
const PANELS = {
  search: {
    title: (t) => t.search,
    Icon: Search,
    Content: late(() => import('@palaver/elements/chat/search-panel.js')),
  },
  pins: {
    title: (t) => t.pins,
    Icon: Pin,
    Content: late(() => import('@palaver/elements/chat/pins-panel.js')),
  },
  members: {
    title: (t) => t.membersTitle,
    Icon: Users,
    Content: late(() => import('./member-panel.js')),
  },
} as const satisfies Record<string, Panel>;
type PanelName = keyof typeof PANELS;

/** What is open beside a channel. */
export type Side = { readonly kind: PanelName } | { readonly kind: 'thread'; readonly rootId: string };

/**
 * What is open beside the channel. A thread has an address (`?thread=`): to open one is an entry of the browser's history, so
 * that Back closes it, and what was open before is there again.
 */
export function useSide(): readonly [Side | null, (side: Side | null) => void] {
  const [parameters] = useSearchParams();
  const rootId = parameters.get('thread');
  const [panel, setPanel] = useState<Side | null>(null);
  const side = useMemo(
    () => (rootId === null ? panel : ({ kind: 'thread', rootId } as const)),
    [rootId, panel],
  );
  return [
    side,
    (next) => {
      if (next?.kind === 'thread') return showThread(next.rootId, next.rootId === rootId);
      setPanel(next);
      if (rootId !== null) showThread(null, true);
    },
  ];
}

/** The entry keeps the message that it names, and the place where the channel is read. */
function showThread(rootId: string | null, replace: boolean): void {
  const parameters = new URLSearchParams(location.search);
  parameters.delete('reply');
  if (rootId === null) parameters.delete('thread');
  else parameters.set('thread', rootId);
  navigate(`${location.pathname}${parameters.size > 0 ? `?${parameters}` : ''}`, {
    replace,
    state: stateOfPage(),
  });
}

interface PanelButtonsProps {
  readonly side: Side | null;
  readonly onSide: (side: Side | null) => void;
}

/** A button for each panel, which opens and closes it. */
export function PanelButtons({ side, onSide }: PanelButtonsProps) {
  const t = useTexts();
  return (
    <div className={styles.panels}>
      {NAMES.map((kind) => {
        const { title, Icon } = PANELS[kind];
        return (
          <IconButton
            key={kind}
            label={title(t)}
            className={styles.people}
            aria-pressed={side?.kind === kind}
            onClick={() => onSide(side?.kind === kind ? null : { kind })}
          >
            <Icon aria-hidden="true" />
          </IconButton>
        );
      })}
    </div>
  );
}

const NAMES = Object.keys(PANELS).filter((name): name is PanelName => name in PANELS);

/** Where a panel lies over its channel (channel-page.module.css): what it leads to is not seen beside it. */
const LIES_OVER = '(max-width: 64rem)';

interface SidePanelProps {
  readonly channel: AnyChannel;
  readonly side: Side;
  readonly onClose: () => void;
}

/** What is open beside the messages of a channel. */
export function SidePanel({ channel, side, onClose }: SidePanelProps) {
  const t = useTexts();
  const entry = useThreadEntry();
  // A thread is an entry of the history by itself.
  useBackCloses(side.kind !== 'thread', onClose);
  useEffect(() =>
    onShownPlace(() => {
      if (side.kind !== 'thread' && matchMedia(LIES_OVER).matches) onClose();
    }),
  );
  const closing = {
    // What lies over it, or a field of it, takes the key first.
    onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && onClose(),
  };
  if (side.kind === 'thread') {
    return (
      <aside className={styles.side} aria-label={t.thread} data-region {...closing}>
        <Boundary of="panel">
          <Suspense fallback={<KeysHeld />}>
            <ThreadPanel
              key={side.rootId}
              channel={channel}
              rootId={side.rootId}
              entry={entry}
              onClose={onClose}
            />
          </Suspense>
        </Boundary>
      </aside>
    );
  }
  const { title, Content } = PANELS[side.kind];
  return (
    <aside className={styles.side} aria-label={title(t)} data-region {...closing}>
      <header className={styles.head}>
        <h2>{title(t)}</h2>
        <IconButton label={t.close} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <Boundary key={side.kind} of="panel">
        <Suspense fallback={side.kind === 'search' && <KeysHeld />}>
          <Content channel={channel} />
        </Suspense>
      </Boundary>
    </aside>
  );
}
