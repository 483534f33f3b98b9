import type { Message } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useChatHost } from '../host/chat-host.js';
import { useChatSession } from '../host/chat-session.js';
import { useTexts } from '../i18n/i18n.js';
import { beginningOf } from '../ui/graphemes.js';
import { sentenceOf } from '../ui/refusal.js';
import { excerptOf } from './markdown/excerpt.js';

/** So much of the text is shown, in UTF-16 units. */
const PREVIEW_MAX = 60;

class Undone extends Error {}

/**
 * Deletes a message, which is gone at once. The service is asked once nobody can undo it any more, or when the page closes. What
 * is refused is told, and the message is there again.
 */
export function useDeleteMessage(): (message: Message) => void {
  const t = useTexts();
  const store = useStore();
  const { url, token } = useChatSession();
  const { offerUndo, tell } = useChatHost();
  return (message) => {
    const { id, content } = message;
    const preview = beginningOf(excerptOf(content), PREVIEW_MAX);
    const closing = new AbortController();
    let isAsked = false;
    const atEnd = async () => {
      const isUndone = await offerUndo(preview === '' ? t.messageDeleted : t.messageDeletedPreview(preview));
      closing.abort();
      if (isUndone) throw new Undone();
    };
    // A page that closes ends every other request.
    const askNow = () => {
      isAsked = true;
      const headers = { Authorization: `Bearer ${token}` };
      void fetch(`${url}/api/messages/${id}`, { method: 'DELETE', keepalive: true, headers });
    };
    addEventListener('pagehide', askNow, { once: true, signal: closing.signal });
    store.delete(id, atEnd()).catch((cause: unknown) => {
      if (!(cause instanceof Undone || isAsked)) tell(sentenceOf(cause, t), true);
    });
  };
}
