import { resources, stateOf } from '@palaver/client/store';
import { useStore } from '@palaver/react';

/** Finds the newest message of one's own among those that are loaded. */
export function useLastOfMine(channelId: string, threadId: string | null): () => string | null {
  const store = useStore();
  return () => {
    const list =
      threadId === null ? resources.messagesOf(channelId) : resources.repliesOf(threadId, channelId);
    const { value } = stateOf(store.state, list);
    return value?.items.find(({ userId }) => userId === store.state.userId)?.id ?? null;
  };
}
