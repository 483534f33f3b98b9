type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>;

/** Where the keyboard takes letters for itself: in fields, and in what finds its items by their letters. */
export const TAKES_LETTERS =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"], [role="grid"]';

/**
 * Whether a key that was pressed outside of every field belongs in the one where messages are written: a letter, or what pastes.
 * The space bar scrolls the page and presses buttons.
 */
export function isLooseTyping(pressed: Pressed, takesLetters: boolean): boolean {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented } = pressed;
  if (takesLetters || defaultPrevented || altKey) return false;
  if (ctrlKey || metaKey) return ctrlKey !== metaKey && key.toLowerCase() === 'v';
  return key !== ' ' && [...key].length === 1;
}
