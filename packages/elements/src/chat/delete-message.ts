import type { Message } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useChatHost } from '../host/chat-host.js';
import { useChatSession } from '../host/chat-session.js';
import { useTexts } from '../i18n/i18n.js';
import { beginningOf } from '../ui/graphemes.js';
import { sentenceOf } from '../ui/refusal.js';
import { lateDeletionsOf } from './late-deletions.js';
import { excerptOf } from './markdown/excerpt.js';

/** So much of the text is shown, in UTF-16 units. */
const PREVIEW_MAX = 60;

/** Of a deletion that the store is not to ask for: it was undone, or it was sent already. */
class NotAsked extends Error {}

/**
 * Deletes a message, which is gone at once. The service is asked once nobody can undo it any more: when the line goes, the page
 * closes or the session ends. What is refused is told, and the message is there again.
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
    let isSent = false;
    // A page that closes ends every other request.
    const send = async () => {
      if (isSent) return;
      isSent = true;
      const headers = { Authorization: `Bearer ${token}` };
      await fetch(`${url}/api/messages/${id}`, { method: 'DELETE', keepalive: true, headers }).catch(
        () => {},
      );
    };
    const leave = lateDeletionsOf(store).keep(id, send);
    addEventListener('pagehide', () => void send(), { once: true, signal: closing.signal });
    const atEnd = async () => {
      const isUndone = await offerUndo(preview === '' ? t.messageDeleted : t.messageDeletedPreview(preview));
      leave();
      if (isUndone || isSent) throw new NotAsked();
    };
    store
      .delete(id, atEnd())
      .catch((cause: unknown) => {
        if (!(cause instanceof NotAsked)) tell(sentenceOf(cause, t), true);
      })
      // A page that closes before the answer sends it once more.
      .finally(() => closing.abort());
  };
}
