type Pressed = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>;

/**
 * Whether a key belongs to an input method, which is putting a character together. Safari reports the Enter that ends a composition
 * after it, with the key code 229 alone (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
export function isComposing({ isComposing, keyCode }: Pressed): boolean {
  return isComposing || keyCode === 229;
}

/** From now on nothing of the page hears of such keys, so that no field takes half a word for a whole one. */
export function keepComposingKeys(target: Pick<EventTarget, 'addEventListener'>): void {
  const keep = (event: Event) => {
    if (event instanceof KeyboardEvent && isComposing(event)) event.stopImmediatePropagation();
  };
  for (const type of ['keydown', 'keyup']) target.addEventListener(type, keep, { capture: true });
}
