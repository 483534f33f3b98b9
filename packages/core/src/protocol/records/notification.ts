import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

export const NotificationKind = z
  .enum(['mention', 'dm', 'thread_reply', 'channel', 'keyword', 'reminder'])
  .meta({
    id: 'NotificationKind',
    description:
      'Why the item is there: the message mentions you, is a direct message, is a reply in a thread that you follow, is in a channel of which you want all messages, has one of your keywords, or is one that you wanted to be reminded of.',
  });
export type NotificationKind = z.output<typeof NotificationKind>;

/** docs/notifications.md, The inbox. */
export const Notification = z
  .object({
    id: Id,
    kind: NotificationKind,
    serverId: Id.nullable().meta({ description: 'Null for a direct message.' }),
    channelId: Id,
    messageId: Id.nullable().meta({
      description: 'Null for the kind `channel`, which counts the messages of the channel.',
    }),
    threadId: Id.nullable().meta({
      description: 'The thread where the message is read; null for one of the list of its channel.',
    }),
    authorId: Id.nullable().meta({ description: 'Who wrote the message; null for the kind `channel`.' }),
    count: z
      .number()
      .int()
      .meta({ description: 'How many messages the item is about: 1, or more for the kind `channel`.' }),
    silent: z.boolean().meta({
      description: 'Whether you were not to be disturbed when it came: muted, or in your quiet hours.',
    }),
    createdAt: Instant,
    updatedAt: Instant.meta({
      description: 'When the last message that it is about was posted; of a reminder, when it came.',
    }),
    readAt: Instant.nullable().meta({ description: 'Null for an unread item.' }),
  })
  .meta({ id: 'Notification', description: 'An item of your inbox.' });
export type Notification = z.output<typeof Notification>;

export const UnreadNotifications = z
  .object({ count: z.number().int().meta({ description: 'How many items are unread.' }) })
  .meta({ id: 'UnreadNotifications', description: 'The unread items of your inbox.' });
export type UnreadNotifications = z.output<typeof UnreadNotifications>;
