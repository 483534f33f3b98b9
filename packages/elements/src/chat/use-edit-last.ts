import type { Message } from '@palaver/client';
import { type ListResource, type PalaverStore, resources, stateOf } from '@palaver/client/store';
import { useStore } from '@palaver/react';
import { useOpenEdits } from './use-open-edits.js';

/** The most further pages that are looked through for a message of one's own. */
const PAGES = 3;

/** Opens the newest message of one's own in a channel or a thread, to change its text. */
export function useEditLast(channelId: string, threadId: string | null): () => void {
  const store = useStore();
  const edits = useOpenEdits();
  return () => {
    const list =
      threadId === null ? resources.messagesOf(channelId) : resources.repliesOf(threadId, channelId);
    const view = threadId === null ? 'channel' : 'thread';
    void lastOfMine(store, list).then((message) => message && edits.begin(view, message));
  };
}

async function lastOfMine(store: PalaverStore, list: ListResource<Message>): Promise<Message | null> {
  if (stateOf(store.state, list).value?.hasNewer) await store.showLatest(list).catch(() => {});
  for (let page = 0; page <= PAGES; page += 1) {
    const { value } = stateOf(store.state, list);
    const found = value?.items.find(({ userId }) => userId === store.state.userId);
    if (found) return found;
    if (!value?.hasOlder) return null;
    await store.loadOlder(list).catch(() => {});
  }
  return null;
}
