import { expect, test } from 'vitest';
import { unreadThreads } from './unread-threads.js';

test('a thread is unread from its first unread reply on', () => {
  const threads = [0, 1, 0, 7].map((unreadCount) => ({ unreadCount }));
  expect(unreadThreads(threads)).toEqual([{ unreadCount: 1 }, { unreadCount: 7 }]);
});
