import type { DraftKeeper, DraftPlace } from '@palaver/client/personal';
import { useCallback, useSyncExternalStore } from 'react';
import { type ChatSession, useChatSession } from '../host/chat-session.js';
import { useTexts } from '../i18n/i18n.js';
import { UploadDesk } from './upload-desk.js';

const desks = new WeakMap<DraftKeeper, UploadDesk>();

/** One for a session, which has one keeper of drafts. */
function deskOf(session: ChatSession): UploadDesk {
  const desk = desks.get(session.drafts) ?? new UploadDesk(session);
  desks.set(session.drafts, desk);
  return desk;
}

/** The files that the next message of a channel or thread will carry. */
export function useUploads({ channelId, threadId }: DraftPlace) {
  const t = useTexts();
  const desk = deskOf(useChatSession());
  const place = { channelId, threadId };
  const subscribe = useCallback((listener: () => void) => desk.subscribe(listener), [desk]);
  const get = useCallback(() => desk.stagedIn({ channelId, threadId }), [desk, channelId, threadId]);
  const { items, isWaiting } = useSyncExternalStore(subscribe, get, get);
  return {
    items,
    isWaiting,
    add: (files: Iterable<File>) => desk.add(place, files, t.uploadFailed),
    tryAgain: (key: string) => desk.tryAgain(place, key, t.uploadFailed),
    remove: (key: string) => desk.remove(place, key),
    keepWriting: () => desk.keepWriting(place),
    send: (send: (attachmentIds: readonly string[]) => void) => desk.send(place, send),
    clear: () => desk.clear(place),
  };
}
