import type { FollowedThread } from '../service.js';
import type { Page } from './lists.js';
import { type ListResource, withPosition } from './resource.js';
import type { Reducer } from './view.js';

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

/** The threads that the person follows, the one with the newest reply first. */
export const followedThreads: ListResource<FollowedThread> = {
  kind: 'list',
  key: 'threads',
  of: null,
  read: (tools, { limit, before }) => withPosition(tools, (api) => api.threads.list.query({ limit, before })),
  reduce: reduceThreads(),
  idOf: ({ threadId }) => threadId,
};
