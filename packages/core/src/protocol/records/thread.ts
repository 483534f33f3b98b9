import type { z } from 'zod';
import { Id } from '../primitives.js';
import { ChannelUnread } from './channel-unread.js';
import { Message } from './message.js';

/** docs/notifications.md, Threads. */
export const ThreadUnread = ChannelUnread.extend({
  threadId: Id.meta({ description: 'The first message of the thread.' }),
}).meta({ id: 'ThreadUnread', description: 'What you have not read of a thread that you follow.' });
export type ThreadUnread = z.output<typeof ThreadUnread>;

export const FollowedThread = ThreadUnread.extend({
  root: Message.meta({ description: 'The first message.' }),
  lastReply: Message.nullable().meta({ description: 'The newest reply; null while there is none.' }),
}).meta({ id: 'FollowedThread', description: 'A thread that you follow.' });
export type FollowedThread = z.output<typeof FollowedThread>;
