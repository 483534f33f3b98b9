import { useEffect } from 'react';
import { isLooseTyping, TAKES_LETTERS } from './loose-typing.js';

/** A field where messages are written, as long as it is shown. */
interface Composer {
  readonly threadId: string | null;
  readonly focus: () => void;
}

/** At most the one of the channel and the one of the thread beside it. */
const shown = new Set<Composer>();

/**
 * Puts the keyboard into the field of the thread, or with null of the channel, where it is shown. Not on a phone: there the
 * keyboard would cover what one came to read.
 */
export function focusComposer(threadId: string | null): void {
  if (!matchMedia('(pointer: fine)').matches) return;
  // A channel may be shown behind a dialog in which somebody types. It gives the focus on when it is closed.
  if (document.querySelector('[data-modal][data-open]') !== null) return;
  for (const composer of shown) if (composer.threadId === threadId) composer.focus();
}

/** Makes a field one that `focusComposer` and loose typing find, and puts the keyboard into it when it is shown. */
export function useComposerFocus(threadId: string | null, focus: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function reads a ref, and never changes what it does
  useEffect(() => {
    const composer = { threadId, focus };
    shown.add(composer);
    focusComposer(threadId);
    return () => void shown.delete(composer);
  }, [threadId]);
}

/** What is typed while no field has the keyboard goes into the one where messages are written. */
export function useLooseTyping(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      if (!isLooseTyping(event, target.closest(TAKES_LETTERS) !== null)) return;
      fieldBeside(target)?.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** In a thread its own field, else the channel's. */
function fieldBeside(target: Element): Composer | undefined {
  const isInChannel = target.closest('aside') === null;
  const [first, ...others] = [...shown].sort(
    (a, b) => Number(a.threadId !== null) - Number(b.threadId !== null),
  );
  return isInChannel ? first : (others.at(-1) ?? first);
}
