import { useCallback, useEffect } from 'react';
import { type ChatHost, useChatHost } from '../host/chat-host.js';
import { OPEN_DIALOG } from '../ui/open-dialog.js';
import { isLooseTyping, TAKES_LETTERS } from './loose-typing.js';

/** A field where messages are written, as long as it is shown. */
interface Composer {
  readonly host: ChatHost;
  readonly threadId: string | null;
  readonly focus: () => void;
}

/** Of each app at most the one of the channel and the one of the thread beside it. */
const shown = new Set<Composer>();

/**
 * Gives a function that puts the keyboard into the field of the thread, or with null of the channel, where it is shown. Not on a
 * phone: there the keyboard would cover what one came to read.
 */
export function useFocusComposer(): (threadId: string | null) => void {
  const host = useChatHost();
  return useCallback((threadId) => focusComposer(host, threadId), [host]);
}

/** A channel may be shown behind a dialog in which somebody types. It gives the focus on when it is closed. */
const isBehindDialog = (host: ChatHost) => (host.portals ?? document).querySelector(OPEN_DIALOG) !== null;

function focusComposer(host: ChatHost, threadId: string | null): void {
  if (!matchMedia('(pointer: fine)').matches || !host.mayTakeFocus() || isBehindDialog(host)) return;
  for (const composer of shown)
    if (composer.host === host && composer.threadId === threadId) composer.focus();
}

/** Makes a field one that is found by its thread and by loose typing, and puts the keyboard into it when it is shown. */
export function useComposerFocus(threadId: string | null, focus: () => void): void {
  const host = useChatHost();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function reads a ref, and never changes what it does
  useEffect(() => {
    const composer = { host, threadId, focus };
    shown.add(composer);
    focusComposer(host, threadId);
    return () => void shown.delete(composer);
  }, [host, threadId]);
}

/** What is typed while no field has the keyboard goes into the one where messages are written. */
export function useLooseTyping(): void {
  const host = useChatHost();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (!(target instanceof Element) || isBehindDialog(host)) return;
      if (!isLooseTyping(event, target.closest(TAKES_LETTERS) !== null)) return;
      fieldBeside(target)?.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [host]);
}

/** In a thread its own field, else the channel's. */
function fieldBeside(target: Element): Composer | undefined {
  const isInChannel = target.closest('aside') === null;
  const [first, ...others] = [...shown].sort(
    (a, b) => Number(a.threadId !== null) - Number(b.threadId !== null),
  );
  return isInChannel ? first : (others.at(-1) ?? first);
}
