import type { Edited } from './edited.js';

export function editedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Edited {
  return { text: value, start: selectionStart, end: selectionEnd };
}

/**
 * Makes a field have a text, as if it had been typed: the field tells of it, and the person can undo it. For that there is no other
 * way than `execCommand` (https://www.w3.org/TR/input-events-2/ leaves the history to the browser).
 */
export function applyTo(field: HTMLTextAreaElement, { text, start, end }: Edited): void {
  const before = field.value;
  const most = Math.min(before.length, text.length);
  let head = 0;
  while (head < most && before[head] === text[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === text.at(-1 - tail)) tail++;
  field.focus();
  field.setSelectionRange(head, before.length - tail);
  const inserted = text.slice(head, text.length - tail);
  const isDone =
    inserted === '' ? document.execCommand('delete') : document.execCommand('insertText', false, inserted);
  if (!isDone) {
    field.setRangeText(inserted, head, before.length - tail);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}
