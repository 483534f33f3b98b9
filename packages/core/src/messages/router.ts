import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { Message, PostedMessage } from '../protocol/records/message.js';
import { MessageEdit } from '../protocol/records/message-edit.js';
import { deleteMessage, editMessage, replyToMessage, sendMessage } from './actions.js';
import { listEdits } from './history/edit-history.js';
import { getMessage, listMessages, listThread } from './history/reads.js';
import { pinProcedures } from './pins/router.js';
import { reactionProcedures } from './reactions/router.js';
import {
  EditMessageInput,
  ListMessagesInput,
  ListThreadInput,
  MessageInput,
  ReplyInput,
  SendMessageInput,
} from './schemas.js';

const EXTERNAL_ID = ['API_KEY_REQUIRED', 'EXTERNAL_ID_TAKEN'] as const;
/** What the copies of forwarded files can be refused with. */
const COPIES = ['FILE_TOO_LARGE', 'STORAGE_QUOTA_EXCEEDED', 'STORAGE_FULL', 'DISK_FULL'] as const;

const TIMELINE = '/api/channels/{channelID}/messages';
const MESSAGE = '/api/messages/{messageID}';
const THREAD = '/api/messages/{messageID}/thread';

/** What the operator's hook can refuse a message with. */
const BEFORE_SEND = ['MESSAGE_REFUSED', 'MESSAGE_NOT_CHECKED'] as const;

export const messagesRouter = router({
  send: actorProcedure
    .meta(
      rest('POST', TIMELINE, {
        tag: 'messages',
        summary: 'Send a message',
        description:
          'Posting in a public channel joins it. With "threadId" it is a reply; a reply to a reply goes to the root ' +
          'of the thread.',
        status: 201,
        errors: [
          'CHANNEL_NOT_FOUND',
          'CHANNEL_ARCHIVED',
          'DM_NOT_ALLOWED',
          'TIMED_OUT',
          'POSTING_RESTRICTED',
          'SLOW_MODE',
          'MESSAGE_NOT_FOUND',
          'ATTACHMENT_NOT_FOUND',
          'ATTACHMENT_IN_USE',
          ...COPIES,
          ...EXTERNAL_ID,
          'BOTS_ONLY',
          ...BEFORE_SEND,
        ],
      }),
    )
    .input(SendMessageInput)
    .output(PostedMessage)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),

  list: actorProcedure
    .meta(
      rest('GET', TIMELINE, {
        tag: 'messages',
        summary: 'List the messages of a channel, newest first',
        description:
          'Without replies, which are read through their thread, but for those with "alsoInChannel". Give at most one of "before", "after" and "around": ' +
          'the id of any message of the channel, replies and deleted messages included.',
        snapshot: true,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(ListMessagesInput)
    .output(z.array(Message))
    .query(({ ctx, input }) => listMessages(ctx, input)),

  get: actorProcedure
    .meta(
      rest('GET', MESSAGE, {
        tag: 'messages',
        summary: 'Get a message',
        snapshot: true,
        errors: ['MESSAGE_NOT_FOUND'],
      }),
    )
    .input(MessageInput)
    .output(Message)
    .query(({ ctx, input }) => getMessage(ctx, input.messageId)),

  edit: actorProcedure
    .meta(
      rest('PATCH', MESSAGE, {
        tag: 'messages',
        summary: 'Edit your message',
        description:
          'The same content and metadata again change nothing: "edited" and "updatedAt" stay. Metadata alone leaves "edited".',
        errors: [
          'MESSAGE_NOT_FOUND',
          'NOT_YOUR_MESSAGE',
          'CHANNEL_ARCHIVED',
          'DM_NOT_ALLOWED',
          'TIMED_OUT',
          'POSTING_RESTRICTED',
          'BOTS_ONLY',
          ...BEFORE_SEND,
        ],
      }),
    )
    .input(EditMessageInput)
    .output(Message)
    .mutation(({ ctx, input }) => editMessage(ctx, input)),

  edits: actorProcedure
    .meta(
      rest('GET', `${MESSAGE}/edits`, {
        tag: 'messages',
        summary: 'List the earlier texts of a message, the last that was replaced first',
        description:
          'For the author and moderators, unless `editHistory` of the server says something else; in a direct message for the author ' +
          'alone. None for a message that was never edited. They go with the message. There are at most 50, unless the operator ' +
          'has set another limit.',
        errors: ['MESSAGE_NOT_FOUND', 'EARLIER_TEXTS_HIDDEN'],
      }),
    )
    .input(MessageInput)
    .output(z.array(MessageEdit))
    .query(({ ctx, input }) => listEdits(ctx, input.messageId)),

  delete: actorProcedure
    .meta(
      rest('DELETE', MESSAGE, {
        tag: 'messages',
        summary: 'Delete a message',
        description:
          "Your own, or, as an admin or the owner of the server, anyone's in a channel you can see. Its reactions and " +
          'attachments go with it; replies to it stay readable by its thread.',
        errors: ['MESSAGE_NOT_FOUND', 'NOT_YOUR_MESSAGE'],
      }),
    )
    .input(MessageInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteMessage(ctx, input.messageId);
      return DONE;
    }),

  thread: actorProcedure
    .meta(
      rest('GET', THREAD, {
        tag: 'messages',
        summary: 'List thread replies, newest first',
        description:
          'The replies to a message, without the message itself. For the id of a reply it is the thread that the ' +
          'reply is in. The replies to a message that has been deleted stay readable. Give at most one of "before", ' +
          '"after" and "around": the id of any message of the channel.',
        snapshot: true,
        errors: ['MESSAGE_NOT_FOUND'],
      }),
    )
    .input(ListThreadInput)
    .output(z.array(Message))
    .query(({ ctx, input }) => listThread(ctx, input)),

  reply: actorProcedure
    .meta(
      rest('POST', THREAD, {
        tag: 'messages',
        summary: 'Reply to a message',
        description:
          'A reply to a reply goes to the root of the thread. Posting in a public channel joins it.',
        status: 201,
        errors: [
          'MESSAGE_NOT_FOUND',
          'CHANNEL_ARCHIVED',
          'DM_NOT_ALLOWED',
          'TIMED_OUT',
          'POSTING_RESTRICTED',
          'SLOW_MODE',
          'ATTACHMENT_NOT_FOUND',
          'ATTACHMENT_IN_USE',
          ...COPIES,
          ...EXTERNAL_ID,
          'BOTS_ONLY',
          ...BEFORE_SEND,
        ],
      }),
    )
    .input(ReplyInput)
    .output(PostedMessage)
    .mutation(({ ctx, input }) => replyToMessage(ctx, input)),

  ...reactionProcedures,
  ...pinProcedures,
});
