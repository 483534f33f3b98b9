import { z } from 'zod';
import { Id } from '../primitives.js';

/** Counts of unread messages are exact up to this one. */
export const UNREAD_MAX = 1_000;

/** docs/notifications.md, Read state. */
export const ChannelUnread = z
  .object({
    channelId: Id,
    serverId: Id.nullable().meta({ description: 'Null for a direct message.' }),
    lastReadMessageId: Id.nullable().meta({
      description:
        'The message that you have read up to: the one you have named last or, where the count is not capped, a later one of ' +
        'your own. Null until you have read or posted here since you joined.',
    }),
    firstUnreadMessageId: Id.nullable().meta({
      description:
        'The oldest unread message. Null where nothing is unread, and where the count is capped: then page on after `lastReadMessageId`.',
    }),
    unreadCount: z.number().int().meta({
      description:
        'How many messages of others are unread. Replies count in their thread, and what is deleted does not count.',
    }),
    mentionCount: z
      .number()
      .int()
      .meta({ description: 'How many of the unread messages mention you, or all members; at most 1,000.' }),
    capped: z.boolean().meta({
      description: 'Whether there are more than 1,000 unread messages: then `unreadCount` is 1,000.',
    }),
    archived: z
      .boolean()
      .meta({ description: 'Whether the channel is archived: then nothing of it is unread.' }),
    channelSeq: z
      .number()
      .int()
      .meta({ description: "The position of the channel's stream that this includes: subscribe from here." }),
  })
  .meta({ id: 'ChannelUnread', description: 'What you have not read of a channel that you are in.' });
export type ChannelUnread = z.output<typeof ChannelUnread>;
