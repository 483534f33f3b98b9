import type { PalaverFiles } from '@palaver/client';
import type { DraftKeeper, DraftPlace } from '@palaver/client/personal';
import { useStore } from '@palaver/react';
import { useCallback, useSyncExternalStore } from 'react';
import { useDrafts } from '../host/chat-session.js';
import { useTexts } from '../i18n/i18n.js';
import { UploadDesk } from './upload-desk.js';

const desks = new WeakMap<DraftKeeper, UploadDesk>();

/** One for a session, which has one keeper of drafts. */
function deskOf(drafts: DraftKeeper, files: PalaverFiles): UploadDesk {
  const desk = desks.get(drafts) ?? new UploadDesk(files);
  desks.set(drafts, desk);
  return desk;
}

/** The files that the next message of a channel or thread will carry. */
export function useUploads({ channelId, threadId }: DraftPlace) {
  const t = useTexts();
  // What has no sentence of the service is told as an upload that failed.
  const texts = { ...t, somethingWrong: t.uploadFailed };
  const { client } = useStore();
  const desk = deskOf(useDrafts(), client.files);
  const place = { channelId, threadId };
  const subscribe = useCallback((listener: () => void) => desk.subscribe(listener), [desk]);
  const get = useCallback(() => desk.stagedIn({ channelId, threadId }), [desk, channelId, threadId]);
  const { items, isWaiting } = useSyncExternalStore(subscribe, get, get);
  return {
    items,
    isWaiting,
    add: (files: Iterable<File>) => desk.add(place, files, texts),
    tryAgain: (key: string) => desk.tryAgain(place, key, texts),
    remove: (key: string) => desk.remove(place, key),
    keepWriting: () => desk.keepWriting(place),
    send: (send: (attachmentIds: readonly string[]) => void) => desk.send(place, send),
    clear: () => desk.clear(place),
  };
}
