import { TAKES_LETTERS } from '@palaver/elements/chat/loose-typing.js';
import { useEffect } from 'react';
import { type ShortcutName, shortcutOf } from './shortcut.js';

/** Does something for each of these shortcuts, wherever the keyboard is. */
export function useShortcuts(acts: Partial<Record<ShortcutName, () => void>>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const takesLetters = event.target instanceof Element && event.target.closest(TAKES_LETTERS) !== null;
      const name = shortcutOf(event, takesLetters);
      const act = name && acts[name];
      if (!act) return;
      event.preventDefault();
      act();
    };
    // Before what is typed outside of fields goes into the one for messages.
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  });
}
