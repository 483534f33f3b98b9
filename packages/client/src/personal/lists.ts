import type { PalaverApi } from '../client.js';
import type { FollowedThread, SavedMessage } from '../service.js';
import type { Page } from '../state/lists.js';
import type { Reducer, View } from '../state/view.js';
import type { ListResource, ReadTools } from '../store/resource.js';

/** What the person has saved, the last first. */
export const savedMessages: ListResource<SavedMessage> = {
  kind: 'list',
  key: 'saved',
  of: null,
  read: (tools, { limit, before }) =>
    withPosition(tools, (api) => api.savedMessages.list.query({ limit, before })),
  reduce: reduceSaved(),
  idOf: ({ id }) => id,
};

/** The threads that the person follows, the one with the newest reply first. */
export const followedThreads: ListResource<FollowedThread> = {
  kind: 'list',
  key: 'threads',
  of: null,
  read: (tools, { limit, before }) => withPosition(tools, (api) => api.threads.list.query({ limit, before })),
  reduce: reduceThreads(),
  idOf: ({ threadId }) => threadId,
};

/** These answers name no position: one of the person's stream is taken that was true before them. */
async function withPosition<Answer>(
  { client }: ReadTools,
  ask: (api: PalaverApi) => Promise<Answer>,
): Promise<View<Answer>> {
  const { cursors } = await client.snapshot((api) => api.users.me.query());
  return { state: await ask(client.api), cursors };
}

/** The event of a message that was saved does not have the message. */
function reduceSaved(): Reducer<Page<SavedMessage>> {
  return (page, { type, data }) => {
    if (type !== 'message.saved' && type !== 'message.unsaved') return null;
    const others = page.items.filter(({ messageId }) => messageId !== data.messageId);
    const isKnown = others.length < page.items.length;
    if (type === 'message.unsaved') return { state: { ...page, items: others } };
    return isKnown ? null : { state: page, stale: true };
  };
}

/** A reply is told of in the stream of its channel, and by the inbox, which is in the person's own. */
function reduceThreads(): Reducer<Page<FollowedThread>> {
  return (page, { type, data }) => {
    const isOfThread =
      type === 'thread.followed' ||
      type === 'thread.unfollowed' ||
      (type === 'read.updated' && data.threadId !== null) ||
      ((type === 'notification.created' || type === 'notification.updated') && data.kind === 'thread_reply');
    return isOfThread ? { state: page, stale: true } : null;
  };
}
