import { type FocusEvent, type KeyboardEvent, useEffect, useMemo } from 'react';
import { stepIn } from './list-step.js';

const TABBABLE =
  'a[href], button, input, select, textarea, summary, audio[controls], video[controls], iframe, [tabindex]';
/** They take the arrow keys for themselves. A row that is being sorted does as well (dnd-kit). */
const TAKES_ARROWS =
  'input, select, textarea, audio, video, iframe, [role="slider"], [aria-roledescription="sortable"][aria-pressed="true"]';

interface ListKeys {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * Makes a list one stop of the Tab key. It leads to the row where one was, else to the current one or the one at the near end. The
 * arrows go from row to row; Tab goes through what is in the row, and then out of the list. Home and End scroll: the row at an end may not
 * be rendered.
 * @param rows a selector of its rows. Those without anything to focus are passed over.
 */
export function useListKeys(rows: string): ListKeys {
  const { keys, watch } = useMemo(() => listKeys(rows), [rows]);
  useEffect(() => watch(), [watch]);
  return keys;
}

function listKeys(selector: string): { readonly keys: ListKeys; readonly watch: () => () => void } {
  let last: HTMLElement | null = null;
  /** The key that moves the focus, until the pointer does. */
  let moving: { readonly isBack: boolean } | null = null;

  const rowsOf = (list: HTMLElement) =>
    [...list.querySelectorAll<HTMLElement>(selector)].filter((row) => stopsOf(row).length > 0);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { currentTarget: list, target, key, shiftKey } = event;
    // What floats above a row is its child for React, and no part of the list.
    if (!(target instanceof HTMLElement) || !list.contains(target) || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const row = target.closest<HTMLElement>(selector);
    if (row === null) return;
    if (key === 'Tab') {
      const stops = stopsOf(row);
      if (target !== (shiftKey ? stops[0] : stops.at(-1))) return;
      const next = beside(rowsOf(list), shiftKey);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
      return;
    }
    if (shiftKey || target.matches(TAKES_ARROWS)) return;
    const rows = rowsOf(list);
    const next = stepIn(rows, rows.indexOf(row), key);
    if (next === null) return;
    event.preventDefault();
    stopsOf(next)[0]?.focus();
  }

  function onFocus({ currentTarget: list, target, relatedTarget }: FocusEvent<HTMLElement>): void {
    const row = target.closest<HTMLElement>(selector);
    if (row === null || !list.contains(row)) return;
    const isWithin = relatedTarget instanceof Element && list.contains(relatedTarget.closest(selector));
    const stop = moving === null || isWithin ? null : entryOf(list, moving.isBack);
    if (stop && stop !== target) stop.focus();
    else last = row;
  }

  function entryOf(list: HTMLElement, isBack: boolean): HTMLElement | undefined {
    const current = list.querySelector('[aria-current]')?.closest<HTMLElement>(selector);
    const known = last !== null && list.contains(last) ? last : current;
    const row = known ?? rowsOf(list).at(isBack ? -1 : 0);
    return row && stopsOf(row)[0];
  }

  /** Only the Tab key enters at a stop: a script, a click or F6 says what it means. */
  function watch(): () => void {
    const onKey = ({ key, shiftKey }: globalThis.KeyboardEvent) => {
      moving = key === 'Tab' ? { isBack: shiftKey } : null;
    };
    const onPointer = () => {
      moving = null;
    };
    addEventListener('keydown', onKey, true);
    addEventListener('pointerdown', onPointer, true);
    return () => {
      removeEventListener('keydown', onKey, true);
      removeEventListener('pointerdown', onPointer, true);
    };
  }

  return { keys: { onKeyDown, onFocus }, watch };
}

/** What Tab stops at in a row, and the row itself where it can be focused. */
function stopsOf(row: HTMLElement): readonly HTMLElement[] {
  return [row, ...row.querySelectorAll<HTMLElement>(TABBABLE)].filter(isStop);
}

/** The next stop after the rows of a list, or the last one before them. */
function beside(rows: readonly HTMLElement[], isBack: boolean): HTMLElement | undefined {
  const end = rows.at(isBack ? 0 : -1);
  const root = end?.getRootNode();
  if (!end || !(root instanceof Document || root instanceof ShadowRoot)) return undefined;
  const side = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const isBeside = (element: HTMLElement) =>
    !end.contains(element) && (end.compareDocumentPosition(element) & side) !== 0 && isStop(element);
  const all = [...root.querySelectorAll<HTMLElement>(TABBABLE)];
  return isBack ? all.findLast(isBeside) : all.find(isBeside);
}

function isStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled, [data-base-ui-focus-guard]')) return false;
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}
