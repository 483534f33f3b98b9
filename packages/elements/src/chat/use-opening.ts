import type { Message } from '@palaver/client';
import { type ListResource, stateOf } from '@palaver/client/store';
import { useStore } from '@palaver/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { type Anchor, END, type RowTop } from './list-anchor.js';
import type { Row } from './message-rows.js';
import type { ReadingEntry } from './reading-entry.js';

/** So much is seen above the line of what is new, in pixels. */
const ABOVE_NEW = 64;

/** A row that the list is opened at. */
interface Wanted {
  readonly key: string;
  /** The message that has to be loaded for the row. */
  readonly messageId: string;
  readonly top: RowTop;
  /** Whether the entry names it: that it is gone is told. */
  readonly isNamed: boolean;
}

interface Opened {
  readonly list: ListResource<Message>;
  readonly entry: ReadingEntry | null;
  readonly rows: readonly Row[];
  /** The first message that is new; undefined while it is not known. */
  readonly firstNewId: string | null | undefined;
  readonly setAnchor: (anchor: Anchor) => void;
}

/**
 * Opens a list: where it was read when the person comes back, else at the message that its entry names, else
 * at what is new, else at the end. Returns the key of the message that is named, and whether the list is where it belongs.
 */
export function useOpening({ list, entry, rows, firstNewId, setAnchor }: Opened) {
  const store = useStore();
  const t = useTexts();
  const { tell } = useChatHost();
  const named = entry?.named ?? null;
  const [wanted, setWanted] = useState(() => wantedNow(entry));
  const [reached, setReached] = useState<Wanted | null>(null);
  const isReady = rows.length > 0;
  const index = wanted === null ? -1 : rows.findIndex(({ key }) => key === wanted.key);
  const isReached = wanted === reached;
  useNavigation(entry, () => {
    const next = wantedNow(entry);
    setWanted(next);
    if (next === null) showEnd();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was new at first
  useEffect(() => {
    if (wanted === null && firstNewId)
      setWanted({ key: 'new', messageId: firstNewId, top: ABOVE_NEW, isNamed: false });
  }, [firstNewId]);

  function showEnd() {
    setReached(null);
    void store.showLatest(list).catch(() => {});
    setAnchor(END);
  }

  async function load(missing: Wanted, leaving: AbortSignal) {
    await store.showAround(list, missing.messageId).catch(() => {});
    const items = stateOf(store.state, list).value?.items ?? [];
    if (leaving.aborted || items.some(({ id }) => id === missing.messageId)) return;
    setWanted(null);
    showEnd();
    if (missing.isNamed) tell(t.messageNotThere, true);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once for each row that is wanted
  useEffect(() => {
    if (wanted === null || isReached || !isReady || index >= 0) return undefined;
    const leaving = new AbortController();
    void load(wanted, leaving.signal);
    return () => leaving.abort();
  }, [wanted, isReady]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolled to once for each row that is wanted
  useLayoutEffect(() => {
    if (wanted === null || isReached || index < 0) return;
    setReached(wanted);
    setAnchor({ kind: 'row', key: wanted.key, top: wanted.top });
  }, [index, wanted]);
  return { target: named, isOpen: isReached && firstNewId !== undefined && (wanted !== null || !firstNewId) };
}

/** The row that the entry asks for. */
function wantedNow(entry: ReadingEntry | null): Wanted | null {
  const { place, messageId: named } = entry?.asked() ?? { place: null, messageId: null };
  if (place !== null)
    return { key: place.messageId, messageId: place.messageId, top: place.top, isNamed: false };
  return named === null ? null : { key: named, messageId: named, top: 'middle', isNamed: true };
}

/** Calls when another entry is shown, or it names another message. */
function useNavigation(entry: ReadingEntry | null, onMoved: () => void): void {
  const latest = useRef(onMoved);
  useEffect(() => {
    latest.current = onMoved;
  });
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: called with each message that is named
  useEffect(() => {
    if (!isFirst.current) latest.current();
    isFirst.current = false;
  }, [entry?.named]);
  useEffect(() => entry?.onMoved(() => latest.current()), [entry]);
}
