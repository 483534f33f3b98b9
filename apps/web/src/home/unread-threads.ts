import type { FollowedThread } from '@palaver/client';

type Thread = Pick<FollowedThread, 'unreadCount'>;

/** Those threads in which something is unread. */
export function unreadThreads<Each extends Thread>(threads: readonly Each[]): readonly Each[] {
  return threads.filter(({ unreadCount }) => unreadCount > 0);
}
