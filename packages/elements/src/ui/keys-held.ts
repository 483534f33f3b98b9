import { useLayoutEffect } from 'react';
import { OPEN_DIALOG } from './open-dialog.js';

/**
 * From when something is shown until it has the keyboard. A dialog takes it a few frames after it is drawn, and a busy machine
 * draws a frame in half a second: milliseconds would end too early there, and what was typed would be lost.
 */
const FOCUS_FRAMES = 20;
/** What takes longer to load may never come: then one goes on where one was. */
const HELD_MAX_MS = 5_000;

/**
 * Stands in the place of something with a field that is being loaded, such as the switcher: what is typed meanwhile goes into that
 * field, and not into the one which still has the keyboard.
 */
export function KeysHeld(): null {
  useLayoutEffect(() => holdKeys(), []);
  return null;
}

/** Holds what is typed. Returns a function to call when the thing is shown: its field gets the text with the keyboard. */
function holdKeys(): () => void {
  const before = focused();
  let text = '';
  let isShown = false;
  const stop = new AbortController();
  const { signal } = stop;
  const longest = setTimeout(end, HELD_MAX_MS);

  function onKeyDown(event: KeyboardEvent) {
    // Within a component of the page, nobody outside hears that the keyboard goes from one element to another.
    if (isShown && focused() !== before) give(focused());
    if (signal.aborted) return;
    const { key, ctrlKey, metaKey, altKey } = event;
    const isLetter = [...key].length === 1;
    if (ctrlKey || metaKey || altKey || !(isLetter || key === 'Backspace' || key === 'Enter')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isLetter) text += key;
    if (key === 'Backspace') text = text.slice(0, -1);
  }

  function give(field: EventTarget | null | undefined) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    // What was open before may give the keyboard back to where it came from.
    if (document.querySelector(OPEN_DIALOG)?.contains(field) === false) return;
    stop.abort();
    if (text !== '') document.execCommand('insertText', false, text);
  }

  function end() {
    give(focused());
    stop.abort();
  }

  addEventListener('keydown', onKeyDown, { capture: true, signal });
  addEventListener('focusin', (event) => isShown && give(event.composedPath()[0]), { capture: true, signal });
  return () => {
    isShown = true;
    clearTimeout(longest);
    let frames = FOCUS_FRAMES;
    requestAnimationFrame(function countDown() {
      if (signal.aborted) return;
      frames -= 1;
      if (frames === 0) end();
      else requestAnimationFrame(countDown);
    });
  };
}

/** What has the keyboard, also within a component of the page. */
function focused(): Element | null {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
}
