import { z } from 'zod';
import { ComponentRows } from '../kernel/schema/components.js';
import { canonicalEmoji, emojiIdIn } from '../kernel/schema/emoji.js';
import { hiddenIn } from '../kernel/schema/hidden-characters.js';
import { idInput } from '../kernel/schema/ids.js';
import { isInvisible } from '../kernel/schema/invisible.js';
import { ExternalIdInput, MetadataInput } from '../kernel/schema/metadata.js';
import { clearable, optional, optionalOr } from '../kernel/schema/optional.js';
import { Cursor, Page } from '../kernel/schema/pagination.js';
import { hasAtMost, text } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import { HIGHEST_LIMITS, limitedBy } from '../kernel/services/limits.js';
import { Message } from '../protocol/records/message.js';

/** `requireContent` checks it against the limits that apply. */
export const Content = text(0, HIGHEST_LIMITS.messageCharacters).meta(limitedBy('messageCharacters'));

/** A name of 32 characters, a colon and an id. */
const EMOJI_MAX = 69;

export const Emoji = z
  .string()
  .transform(canonicalEmoji)
  .pipe(
    text(1, EMOJI_MAX)
      .refine((emoji) => hasAtMost(emoji, 64) || emojiIdIn(emoji) !== null, 'must have at most 64 characters')
      .refine((emoji) => !/[\s\p{Cc}]/u.test(emoji), 'must not contain white space or control characters')
      .refine((emoji) => !isInvisible(emoji), 'must have a character that can be seen'),
  )
  .meta({
    description:
      'An emoji, or the name of one; an emoji of the server as `:name:`, or as `reactions` of a message have it. Without an ' +
      'emoji of the server, up to 64 characters.',
    example: '👍',
    minLength: 1,
    maxLength: EMOJI_MAX,
  });

const CONTENT =
  'Up to 4,000 characters, unless the operator has set another limit; may show nothing only with attachments.';

/** `requireThread` refuses it without a thread. */
export const AlsoInChannel = optional(z.boolean());

const fields = {
  content: optionalOr(Content, '').meta({ description: CONTENT }),
  attachmentIds: optionalOr(
    z.array(idInput('an attachment')).max(HIGHEST_LIMITS.messageFiles).meta(limitedBy('messageFiles')),
    [],
  ).meta({
    description: 'Ids of files uploaded to this channel by the author.',
  }),
  metadata: optional(MetadataInput),
  externalId: optional(ExternalIdInput),
  components: optional(ComponentRows),
  forwardedMessageId: optional(idInput('the message to forward')).meta({
    description:
      'A message that the author reads: its text becomes a quote above the content, and its files are copied.',
  }),
  nonce: optional(text(1, 64)).meta({
    description:
      'A client key like the Idempotency-Key header. The answer and the event "message.created" have it too.',
  }),
};

export const SendMessageInput = writing(Message, {
  channelId: idInput('the channel'),
  threadId: optional(idInput('a message')).meta({ description: 'The message to reply to.' }),
  alsoInChannel: AlsoInChannel.meta({
    description: 'Of a reply: the list of the channel has it as well as the thread.',
  }),
  ...fields,
});
export type SendMessageInput = z.output<typeof SendMessageInput>;

export const ReplyInput = writing(Message, {
  messageId: idInput('the message to reply to'),
  alsoInChannel: AlsoInChannel.meta({ description: 'The list of the channel has it as well as the thread.' }),
  ...fields,
});
export type ReplyInput = z.output<typeof ReplyInput>;

/** A page of a channel's history or of a thread. Any message of the channel is a cursor. */
const MessagePage = Page.extend({
  before: optional(Cursor).meta({ description: 'Return messages before the one with this id.' }),
  after: optional(Cursor).meta({ description: 'Return messages after the one with this id.' }),
  around: optional(Cursor).meta({
    description: 'Return the messages around the one with this id, and itself if it is in the list.',
  }),
});

export const ListMessagesInput = MessagePage.extend({
  channelId: idInput('the channel'),
  externalId: optional(ExternalIdInput).meta({
    description:
      'Return only the message with this external id, which may be a reply; the cursors do not count then.',
  }),
});
export type ListMessagesInput = z.output<typeof ListMessagesInput>;

/** docs/reference.md, section 4.1. */
export const ListThreadInput = MessagePage.extend({ messageId: idInput('the first message of the thread') });
export type ListThreadInput = z.output<typeof ListThreadInput>;

export const MessageInput = z.object({ messageId: idInput('the message') });
export const EditMessageInput = writing(Message, {
  ...MessageInput.shape,
  content: optional(Content).meta({ description: `${CONTENT} Left out, it stays.` }),
  metadata: clearable(MetadataInput),
  components: optional(ComponentRows).meta({
    description:
      'Only of a bot: replaces those of the message. Left out, they stay; an empty list removes them.',
  }),
});
export type EditMessageInput = z.output<typeof EditMessageInput>;
export const ListPinsInput = z.object({ channelId: idInput('the channel') });
export const ReactionInput = MessageInput.extend({ emoji: Emoji });
export type ReactionInput = z.output<typeof ReactionInput>;
/** One that is there already can be taken back, whatever it is. */
export const ReactInput = MessageInput.extend({
  emoji: Emoji.refine((emoji) => hiddenIn(emoji) === null, 'must not contain hidden characters'),
});
export const ListReactorsInput = ReactionInput.extend(Page.shape);
export type ListReactorsInput = z.output<typeof ListReactorsInput>;
