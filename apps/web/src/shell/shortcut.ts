type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

interface Shortcut {
  /** As `KeyboardEvent.key` has it, a letter in lower case. */
  readonly key: string;
  /** Ctrl, or ⌘ on a Mac. */
  readonly ctrl?: true;
  readonly alt?: true;
  readonly shift?: true;
}

/** The shortcuts of the whole window, in the order in which they are listed. */
export const SHORTCUTS = {
  switcher: { key: 'k', ctrl: true },
  nextChannel: { key: 'ArrowDown', alt: true },
  previousChannel: { key: 'ArrowUp', alt: true },
  nextUnread: { key: 'ArrowDown', alt: true, shift: true },
  previousUnread: { key: 'ArrowUp', alt: true, shift: true },
  nextRegion: { key: 'F6' },
  previousRegion: { key: 'F6', shift: true },
  shortcuts: { key: '/', ctrl: true },
} as const satisfies Record<string, Shortcut>;
export type ShortcutName = keyof typeof SHORTCUTS;

export const SHORTCUT_NAMES = Object.keys(SHORTCUTS).filter(
  (name): name is ShortcutName => name in SHORTCUTS,
);

/** Which shortcut was pressed; null for none. `?` outside of fields lists them as well. */
export function shortcutOf(pressed: Pressed, takesLetters: boolean): ShortcutName | null {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  if (key === '?' && !takesLetters && !ctrlKey && !metaKey && !altKey) return 'shortcuts';
  return SHORTCUT_NAMES.find((name) => isPressed(SHORTCUTS[name], pressed)) ?? null;
}

function isPressed(wanted: Shortcut, { key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): boolean {
  // On some keyboards a slash takes Shift.
  const isShiftRight = wanted.key === '/' || shiftKey === (wanted.shift ?? false);
  return (
    (key.length === 1 ? key.toLowerCase() : key) === wanted.key &&
    (ctrlKey || metaKey) === (wanted.ctrl ?? false) &&
    altKey === (wanted.alt ?? false) &&
    isShiftRight
  );
}

/** The keys of a shortcut as they are written on a keyboard. */
export function keysOf(name: ShortcutName, isMac: boolean): string[] {
  const { key, ctrl, alt, shift }: Shortcut = SHORTCUTS[name];
  const shown = { ArrowUp: '↑', ArrowDown: '↓' }[key] ?? key.toUpperCase();
  return [
    ...(ctrl ? [isMac ? '⌘' : 'Ctrl'] : []),
    ...(alt ? [isMac ? '⌥' : 'Alt'] : []),
    ...(shift ? [isMac ? '⇧' : 'Shift'] : []),
    shown,
  ];
}
