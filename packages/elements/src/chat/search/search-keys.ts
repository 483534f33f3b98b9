/** What a key of the search field does to its completions. */
type Answer =
  /** Goes to a choice; to -1, where Enter searches for what is typed. */
  | { readonly kind: 'go'; readonly to: number }
  | { readonly kind: 'choose'; readonly index: number }
  | { readonly kind: 'close' };

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** Null where the key is not for the completions. No choice is the current one (-1) until an arrow goes to it. */
export function answerToSearchKey({ key, shiftKey }: Pressed, count: number, active: number): Answer | null {
  if (count === 0) return null;
  const places = count + 1;
  switch (key) {
    case 'ArrowDown':
      return { kind: 'go', to: ((active + 2) % places) - 1 };
    case 'ArrowUp':
      return { kind: 'go', to: ((active + places) % places) - 1 };
    case 'Enter':
      return active < 0 ? null : { kind: 'choose', index: active };
    case 'Tab':
      return shiftKey ? null : { kind: 'choose', index: Math.max(0, active) };
    case 'Escape':
      return { kind: 'close' };
    default:
      return null;
  }
}
