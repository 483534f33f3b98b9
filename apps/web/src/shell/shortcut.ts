type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether a key was pressed with Ctrl or ⌘ and with nothing else. */
export function isShortcut({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed, wanted: string): boolean {
  return key.toLowerCase() === wanted && (ctrlKey || metaKey) && !shiftKey && !altKey;
}
