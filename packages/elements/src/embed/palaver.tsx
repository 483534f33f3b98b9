import type { StoreState } from '@palaver/client/store';
import { resources, stateOf } from '@palaver/client/store';
import { PalaverProvider, useSelected } from '@palaver/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FileDrop } from '../chat/file-drop.js';
import { ChatHostProvider, type Place } from '../host/chat-host.js';
import { ChatSessionProvider } from '../host/chat-session.js';
import { ElementsI18nProvider, useTexts } from '../i18n/i18n.js';
import { Boundary } from '../ui/boundary.js';
import { keepComposingKeys } from '../ui/composing.js';
import styles from './embed.module.css';
import { Overlays } from './overlays.js';
import { Places } from './places.js';
import { ROOT_CLASS } from './root-class.js';
import type { PalaverSession } from './session.js';
import { useI18nOf } from './texts.js';
import { useEmbedHost } from './use-embed-host.js';
import { PlacesProvider } from './use-place.js';
import { type SessionProps, useSession } from './use-session.js';

/** What is unread of everything that the person is in. */
export interface UnreadTotal {
  /** How many channels and direct messages have something unread. */
  readonly channels: number;
  readonly mentions: number;
}

export interface PalaverEvents {
  /** Called before the person goes to another channel, message or thread. What returns false keeps what is shown. */
  readonly onShow?: ((place: Place) => unknown) | undefined;
  /** Called with what is unread, at first and when it changes. */
  readonly onUnread?: ((unread: UnreadTotal) => void) | undefined;
  /** Called when the session is over, and the token gives no other one. */
  readonly onSignedOut?: (() => void) | undefined;
}

export interface PalaverProps extends SessionProps, PalaverEvents {
  /** A language, such as `de` or `pt-BR`; without one, that of the browser. What there is no translation for is in English. */
  readonly language?: string | undefined;
  /** Light or dark; without one, as `color-scheme` of the page says. */
  readonly theme?: 'light' | 'dark' | undefined;
  /** `page` shows what other parts of the same session on the page show; `own` shows its own place. Default `own`. */
  readonly place?: 'own' | 'page' | undefined;
  readonly children: ReactNode;
}

/** What parts of a chat stand in: the session, the language, the colours, and what floats above them. */
export function Palaver(props: PalaverProps) {
  const { language = null, theme, children } = props;
  const session = useSession(props);
  const i18n = useI18nOf(language);
  const [portals, setPortals] = useState<HTMLElement | null>(null);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current) keepComposingKeys(root.current);
  }, []);
  return (
    <div
      ref={root}
      className={`${ROOT_CLASS} ${styles.root}`}
      data-theme={theme}
      lang={i18n?.language}
      dir={i18n?.t.direction}
      part="root"
    >
      {session && i18n && portals && (
        <ElementsI18nProvider value={i18n}>
          <PalaverProvider store={session.store}>
            <Ready key={session.id} {...props} session={session} portals={portals}>
              {children}
            </Ready>
          </PalaverProvider>
        </ElementsI18nProvider>
      )}
      <div ref={setPortals} />
    </div>
  );
}

interface ReadyProps extends Pick<PalaverProps, 'place' | 'children'>, PalaverEvents {
  readonly session: PalaverSession;
  readonly portals: HTMLElement;
}

function Ready({ session, portals, place, children, ...events }: ReadyProps) {
  const [own] = useState(() => new Places());
  const places = place === 'page' ? session.places : own;
  const onShow = (next: Place) => events.onShow?.(next) !== false;
  const { host, overlay, lines } = useEmbedHost({ session, places, portals, onShow });
  const isSignedOut = useEvents(events);
  return (
    <ChatHostProvider value={host}>
      <ChatSessionProvider value={session}>
        <PlacesProvider value={places}>
          <div className={styles.frame}>
            <Boundary of="panel">{isSignedOut ? <NotSignedIn /> : children}</Boundary>
          </div>
          <Boundary of="row">
            <Overlays overlay={overlay} lines={lines} />
            <FileDrop part={portals.parentElement} />
          </Boundary>
        </PlacesProvider>
      </ChatSessionProvider>
    </ChatHostProvider>
  );
}

function NotSignedIn() {
  return (
    <p className={styles.note} role="status">
      {useTexts().notSignedIn}
    </p>
  );
}

const selectSignedOut = ({ connection }: StoreState) => connection.status === 'signed-out';
const selectUnknown = (state: StoreState) => stateOf(state, resources.me).value === null;
const selectUnread = (state: StoreState): UnreadTotal | null => {
  const items = stateOf(state, resources.unread).value?.items;
  if (items === undefined) return null;
  const unread = items.filter(({ unreadCount }) => unreadCount > 0);
  return { channels: unread.length, mentions: unread.reduce((sum, each) => sum + each.mentionCount, 0) };
};

/** Tells the page what happens. Returns whether nobody is signed in, and nothing is known to be shown. */
function useEvents({ onUnread, onSignedOut }: PalaverEvents): boolean {
  const isSignedOut = useSelected(selectSignedOut);
  const isUnknown = useSelected(selectUnknown);
  const unread = useSelected(selectUnread);
  const latest = useRef({ onUnread, onSignedOut });
  useEffect(() => {
    latest.current = { onUnread, onSignedOut };
  });
  useEffect(() => {
    if (isSignedOut) latest.current.onSignedOut?.();
  }, [isSignedOut]);
  useEffect(() => {
    if (unread !== null) latest.current.onUnread?.(unread);
  }, [unread]);
  return isSignedOut && isUnknown;
}
