import { useStore } from '@palaver/react';
import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../i18n/i18n.js';
import type { NotSent, Typed } from './send-typed.js';

/** Sends what looks like a command to its bot. `onInvoked` is called unless the person has gone on typing meanwhile. */
export function useCommand(channelId: string, text: string, onInvoked: () => void) {
  const i18n = useI18n();
  const store = useStore();
  const [notSent, setNotSent] = useState<NotSent | null>(null);
  const isSending = useRef(false);
  const latest = useRef(text);
  latest.current = text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said is about the text before
  useEffect(() => setNotSent(null), [text, channelId]);

  async function send(typed: Typed) {
    if (isSending.current) return;
    isSending.current = true;
    try {
      const { sendTyped } = await import('./send-typed.js');
      const refused = await sendTyped(store, { id: channelId }, typed, i18n);
      if (latest.current !== typed.text) return;
      if (refused === null) onInvoked();
      setNotSent(refused);
    } finally {
      isSending.current = false;
    }
  }

  return { notSent, send };
}
