import { useResource, useStore } from '@palaver/react';
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { sentenceOf } from '../ui/refusal.js';
import { type Asked, type Shown, shownOf } from './asked.js';
import { hearAnswers } from './hear-answers.js';
import { ownAnswers } from './resources.js';

/** After this long without an answer the person is told, and may ask again. The bot has 15 minutes (docs/bots.md). */
const LATE_MS = 10_000;

interface AskedComponent {
  /** The component that was used last; null before one was. */
  readonly componentId: string | null;
  readonly shown: Shown;
  /** Why the service has refused; null where it has not. */
  readonly sentence: string | null;
  readonly use: (componentId: string, values: string[]) => Promise<void>;
}

/** Uses the components of a bot's message, and follows what becomes of the last use. */
export function useAsked(messageId: string): AskedComponent {
  const t = useTexts();
  const store = useStore();
  const { value } = useResource(ownAnswers);
  const [componentId, setComponentId] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const shown = shownOf(asked, value);
  useEffect(() => {
    if (asked?.kind !== 'waiting' || shown !== 'working') return;
    const timer = setTimeout(() => setAsked({ ...asked, isLate: true }), LATE_MS);
    return () => clearTimeout(timer);
  }, [asked, shown]);

  async function use(id: string, values: string[]) {
    setComponentId(id);
    setAsked({ kind: 'asking' });
    try {
      await hearAnswers(store);
      const input = { messageId, componentId: id, values };
      const { id: interactionId } = await store.client.api.interactions.useComponent.mutate(input);
      setAsked({ kind: 'waiting', interactionId, isLate: false });
    } catch (cause) {
      setAsked({ kind: 'refused', sentence: sentenceOf(cause, t) });
    }
  }

  return { componentId, shown, sentence: asked?.kind === 'refused' ? asked.sentence : null, use };
}
