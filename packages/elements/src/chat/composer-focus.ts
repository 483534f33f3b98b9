import { type RefObject, useCallback, useEffect, useLayoutEffect } from 'react';
import { type ChatHost, useChatHost } from '../host/chat-host.js';
import { isLooseTyping, TAKES_LETTERS } from './loose-typing.js';
import type { WritingFieldHandle } from './writing-field.js';

/** A field where messages are written, as long as it is shown. */
interface Composer {
  readonly host: ChatHost;
  readonly threadId: string | null;
  readonly focus: () => void;
  readonly insert: (text: string) => void;
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
const isBehindDialog = (host: ChatHost) =>
  (host.portals ?? document).querySelector('[data-modal][data-open]') !== null;

function focusComposer(host: ChatHost, threadId: string | null): void {
  if (!matchMedia('(pointer: fine)').matches || !host.mayTakeFocus() || isBehindDialog(host)) return;
  for (const composer of shown)
    if (composer.host === host && composer.threadId === threadId) composer.focus();
}

/**
 * Makes a field one that is found by its thread and by loose typing. When it is shown it gets the keyboard, and what was typed
 * since its thread was opened.
 */
export function useComposerFocus(threadId: string | null, field: RefObject<WritingFieldHandle | null>): void {
  const host = useChatHost();
  useEffect(() => {
    const composer: Composer = {
      host,
      threadId,
      focus: () => field.current?.focus(),
      insert: (text) => field.current?.insert(text),
    };
    shown.add(composer);
    focusComposer(host, threadId);
    if (held?.threadId === threadId) {
      composer.insert(held.text);
      held = null;
    }
    return () => void shown.delete(composer);
  }, [host, threadId, field]);
}

/** What is typed for a thread that is open, and whose field is still being loaded. */
let held: { readonly threadId: string; readonly text: string } | null = null;

/**
 * What is typed while no field has the keyboard goes into the one where messages are written. What is meant for a thread whose
 * field is not shown yet waits for it, so that it never becomes a message of the channel.
 */
export function useLooseTyping(openThreadId: string | null): void {
  const host = useChatHost();
  // Before the next key: an effect of Preact comes after the paint.
  useLayoutEffect(() => {
    held = null;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (!(target instanceof Element) || isBehindDialog(host)) return;
      const isComing = openThreadId !== null && ![...shown].some(({ threadId }) => threadId === openThreadId);
      const text = isComing && held?.threadId === openThreadId ? held.text : '';
      const isNextWord = key === ' ' && text !== '';
      if (!isLooseTyping(event, target.closest(TAKES_LETTERS) !== null) && !isNextWord) return;
      if (!isComing) return fieldBeside(target)?.focus();
      event.preventDefault();
      if (!event.ctrlKey && !event.metaKey) held = { threadId: openThreadId, text: text + key };
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [host, openThreadId]);
}

/** In a thread its own field, else the channel's. */
function fieldBeside(target: Element): Composer | undefined {
  const isInChannel = target.closest('aside') === null;
  const [first, ...others] = [...shown].sort(
    (a, b) => Number(a.threadId !== null) - Number(b.threadId !== null),
  );
  return isInChannel ? first : (others.at(-1) ?? first);
}
