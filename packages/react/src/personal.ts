import type { DraftKeeper } from '@palaver/client/personal';
import { useCallback, useSyncExternalStore } from 'react';

/** What somebody has begun to write in a channel or a thread, and how to change it. */
export type DraftText = readonly [text: string, write: (text: string) => void];

/** What the person has begun to write in a channel or a thread, and a function that changes it; `drafts` is of `keepDrafts`. */
export function useDraft(drafts: DraftKeeper, channelId: string, threadId: string | null = null): DraftText {
  const subscribe = useCallback((listener: () => void) => drafts.subscribe(listener), [drafts]);
  const get = useCallback(() => drafts.textOf({ channelId, threadId }), [drafts, channelId, threadId]);
  const write = useCallback(
    (text: string) => drafts.write({ channelId, threadId }, text),
    [drafts, channelId, threadId],
  );
  return [useSyncExternalStore(subscribe, get, get), write];
}
