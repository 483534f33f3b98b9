import { useCallback } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { sentenceOf } from './refusal.js';

/** Does what the person has asked for. What is refused is told with the service's sentence. Resolves with whether it was done. */
export function useAttempt(): (work: Promise<unknown>) => Promise<boolean> {
  const t = useTexts();
  const { tell } = useChatHost();
  return useCallback(
    async (work) => {
      try {
        await work;
        return true;
      } catch (cause) {
        tell(sentenceOf(cause, t), true);
        return false;
      }
    },
    [t, tell],
  );
}
