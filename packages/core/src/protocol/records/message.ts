import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { Attachment } from './attachment.js';
import { ComponentRow } from './component.js';
import { externalId, metadata } from './embedding.js';
import { User } from './user.js';

/** docs/reference.md, section 2, Reaction. */
export const Reaction = z
  .object({
    emoji: z.string().meta({
      description:
        'An emoji, or the name of one. For an emoji of the server its name when it was first used on the message, a colon and ' +
        'its id.',
    }),
    count: z.number().int().meta({ description: 'How many users reacted with it.' }),
    users: z.array(Id).meta({ description: 'The ids of the users; the first to react comes first.' }),
  })
  .meta({ id: 'Reaction', description: 'An emoji on a message, and who reacted with it.' });
export type Reaction = z.output<typeof Reaction>;

/** docs/notifications.md, Mentions. */
export const Mentions = z
  .object({
    userIds: z.array(Id).meta({ description: 'The people and bots that the text names.' }),
    groupIds: z.array(Id).meta({ description: 'The user groups that the text names.' }),
    channel: z.boolean().meta({ description: 'Whether it mentions all members of the channel.' }),
    here: z.boolean().meta({ description: 'Whether it mentions those members who are online.' }),
  })
  .meta({ id: 'Mentions', description: 'Whom the text of a message mentions.' });
export type Mentions = z.output<typeof Mentions>;

/** Of a message that mentions nobody. */
export const NO_MENTIONS: Mentions = { userIds: [], groupIds: [], channel: false, here: false };

/** docs/reference.md, section 2, MessageWebhook. */
export const MessageWebhook = z
  .object({
    id: Id.meta({ description: 'The webhook, which may have been deleted since.' }),
    username: z.string().meta({
      description:
        'The name that the message was posted under. Any program chooses it: show it with a badge.',
    }),
    avatarUrl: z.string().nullable().meta({
      description:
        'Null. A picture that the sender names is at a host of their choice, which would hear who reads here.',
    }),
    emoji: z.string().nullable().meta({ description: 'An emoji that the sender named as a picture.' }),
  })
  .meta({ id: 'MessageWebhook', description: 'What posted a message that no user has written.' });
export type MessageWebhook = z.output<typeof MessageWebhook>;

/** docs/bots.md, Answers. */
export const MessageInteraction = z
  .object({
    id: Id,
    userId: Id.meta({ description: 'Whom the bot answers.' }),
    name: z.string().nullable().meta({ description: 'The command; null for a component.' }),
  })
  .meta({ id: 'MessageInteraction', description: 'What a message of a bot answers.' });
export type MessageInteraction = z.output<typeof MessageInteraction>;

/** docs/reference.md, Messages, threads and reactions. */
export const ForwardedFrom = z
  .object({
    messageId: Id.meta({ description: 'The message, which may have been deleted since.' }),
    channelId: Id.meta({ description: 'Its channel. Link to it only where the reader sees that.' }),
    userId: Id.meta({ description: 'Its author.' }),
    createdAt: Instant.meta({ description: 'When it was posted.' }),
  })
  .meta({ id: 'ForwardedFrom', description: 'What a message quotes that was forwarded.' });
export type ForwardedFrom = z.output<typeof ForwardedFrom>;

/**
 * Fields that most messages leave empty, which their defaults are. They are stored in one JSON column, archived, and emptied by
 * the deletion of the message and in superseded events. A new one needs its schema here, its row in `SET_BY` and, if a
 * request may give it, its input.
 */
export const Extra = z.object({
  externalId,
  metadata,
  webhook: MessageWebhook.nullable()
    .default(null)
    .meta({ description: 'The incoming webhook that posted it; null for a message of a user.' }),
  interaction: MessageInteraction.nullable()
    .default(null)
    .meta({ description: 'What it answers, where it is the answer of a bot; null for all others.' }),
  components: z
    .array(ComponentRow)
    .default([])
    .meta({ description: 'Buttons, links and selects, in rows. Only bots send them.' }),
  forwardedFrom: ForwardedFrom.nullable().default(null).meta({
    description:
      'The message that was forwarded by it, whose text is the quote at its beginning; null for all others.',
  }),
});
export type Extra = z.output<typeof Extra>;

/** Who may give a field of `Extra` in a request; `service`: no request has it. */
export const SET_BY = {
  externalId: 'api-key',
  metadata: 'everybody',
  webhook: 'service',
  interaction: 'service',
  components: 'bot',
  forwardedFrom: 'service',
} as const satisfies Record<keyof Extra, 'everybody' | 'bot' | 'api-key' | 'service'>;

export const NO_EXTRA: Extra = Extra.parse({});

/** What a message shows after its deletion, and in an event that another one has superseded. */
export const NO_CONTENT = {
  content: '',
  reactions: [],
  attachments: [],
  mentions: NO_MENTIONS,
  ...NO_EXTRA,
};

/** No part of what an edit or a deletion empties: it says in which lists the message is, as `threadId` does. */
export const alsoInChannel = z
  .boolean()
  .default(false)
  .meta({ description: 'Whether it is a reply that the list of its channel has as well.' });

/** docs/state.md: an event of a reply says what they are after it. */
export const LAST_REPLIES_MAX = 5;

export const LastReply = z
  .object({ userId: Id.meta({ description: 'Its author.' }), createdAt: Instant })
  .meta({ id: 'LastReply', description: 'One of the newest replies to a message.' });
export type LastReply = z.output<typeof LastReply>;

/** No part of what an edit or a deletion empties. The default is true of a message without replies. */
export const lastReplies = z
  .array(LastReply)
  .default([])
  .meta({ description: `The newest replies of its thread, the newest first: at most ${LAST_REPLIES_MAX}.` });

/** docs/reference.md, section 2, Message. */
export const Message = z
  .object({
    id: Id,
    channelId: Id,
    userId: Id.meta({ description: 'The author.' }),
    content: z.string().meta({ description: 'The text.' }),
    edited: z.boolean().meta({ description: 'Whether the content was changed after it was posted.' }),
    createdAt: Instant,
    updatedAt: Instant,
    threadId: Id.nullable().meta({
      description: 'The message that a reply belongs to; null for a message that is no reply.',
    }),
    alsoInChannel,
    user: User,
    replyCount: z.number().int().meta({ description: 'Number of thread replies.' }),
    lastReplies,
    reactions: z.array(Reaction).meta({ description: 'The emoji that was used first comes first.' }),
    attachments: z.array(Attachment).meta({ description: 'The files of the message.' }),
    mentions: Mentions.default(NO_MENTIONS),
    pinnedAt: Instant.nullable()
      .default(null)
      .meta({ description: 'When it was pinned; null where it is not.' }),
    pinnedBy: Id.nullable()
      .default(null)
      .meta({ description: 'Who pinned it; null where it is not pinned.' }),
    ...Extra.shape,
  })
  .meta({ id: 'Message', description: 'A message of a channel.' });
export type Message = z.output<typeof Message>;

/** The author's `nonce`, where a post had one: it tells their client which of its messages this is. */
export const nonce = z
  .string()
  .optional()
  .meta({ description: 'The `nonce` of the post; absent where it had none.' });

/** The answer to a post. */
export const PostedMessage = Message.extend({ nonce }).meta({
  id: 'PostedMessage',
  description: 'The answer to a post.',
});
export type PostedMessage = z.output<typeof PostedMessage>;
