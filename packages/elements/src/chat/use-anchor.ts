import { useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import {
  type Anchor,
  afterNewest,
  afterScroll,
  END,
  heldOffset,
  isNearEnd,
  isSeen,
  type Measures,
} from './list-anchor.js';
import type { Row } from './message-rows.js';

const NOTHING: Measures = { offset: 0, viewport: 0, content: 0 };

/**
 * Keeps a list of messages at its anchor: at first at its end. `hold` is for the virtual list to call with each size that
 * changes, of a row or of the list itself: it observes all of them.
 */
export function useAnchor(rows: readonly Row[], hasNewer: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const view = useRef<VirtualizerHandle>(null);
  const anchor = useRef<Anchor>(END);
  const last = useRef(NOTHING);
  const [isAtEnd, setAtEnd] = useState(true);
  const isEndSeen = useRef(true);
  const lastKey = rows.at(-1)?.key;

  function note(element: HTMLElement) {
    last.current = measuresOf(element);
    isEndSeen.current = isNearEnd(last.current) && !hasNewer;
    setAtEnd(isEndSeen.current);
  }

  function hold() {
    const { current: element } = scroller;
    if (element === null || rows.length === 0) return;
    const offset = heldOffset(anchor.current, measuresOf(element), boxOf(view.current, rows, anchor.current));
    if (offset !== null && element.scrollTop !== offset) element.scrollTop = offset;
    note(element);
  }

  function setAnchor(next: Anchor) {
    anchor.current = next;
    hold();
  }

  /** Brings a row to the middle that is not wholly seen. */
  function reveal(key: string) {
    const row: Anchor = { kind: 'row', key, top: 'middle' };
    const box = boxOf(view.current, rows, row);
    if (box !== null && !isSeen(last.current, box)) setAnchor(row);
  }

  function onScroll() {
    const { current: element } = scroller;
    if (element === null) return;
    anchor.current = afterScroll(anchor.current, last.current, measuresOf(element), hasNewer);
    note(element);
  }

  const keyBefore = useRef(lastKey);
  // Not only what comes at the end moves it: the line above what is new is known later than the messages.
  // biome-ignore lint/correctness/useExhaustiveDependencies: holds with each list of rows
  useLayoutEffect(() => {
    if (lastKey !== keyBefore.current) anchor.current = afterNewest(anchor.current, isEndSeen.current);
    keyBefore.current = lastKey;
    hold();
  }, [rows, hasNewer]);

  return { scroller, view, isAtEnd, hold, setAnchor, reveal, onScroll };
}

function measuresOf({ scrollTop, clientHeight, scrollHeight }: HTMLElement): Measures {
  return { offset: scrollTop, viewport: clientHeight, content: scrollHeight };
}

/** A list that scrolls begins with its rows. */
function boxOf(view: VirtualizerHandle | null, rows: readonly Row[], anchor: Anchor) {
  if (view === null || anchor.kind !== 'row') return null;
  const index = rows.findIndex(({ key }) => key === anchor.key);
  return index < 0 ? null : { offset: view.getItemOffset(index), size: view.getItemSize(index) };
}
