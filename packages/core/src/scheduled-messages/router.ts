import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { PostedMessage } from '../protocol/records/message.js';
import { ScheduledMessage } from '../protocol/records/scheduled-message.js';
import {
  deleteScheduledMessage,
  editScheduledMessage,
  listScheduledMessages,
  scheduleMessage,
} from './actions.js';
import { EditScheduledInput, ScheduledMessageInput, ScheduleInput } from './schemas.js';
import { sendScheduledMessage } from './send.js';

const ONE = '/api/scheduled-messages/{scheduledMessageID}';
const ATTACHMENTS = ['ATTACHMENT_NOT_FOUND', 'ATTACHMENT_IN_USE'] as const;

export const scheduledMessagesRouter = router({
  create: actorProcedure
    .meta(
      rest('POST', '/api/channels/{channelID}/scheduled-messages', {
        tag: 'messages',
        summary: 'Schedule a message',
        description:
          'It is sent once at "sendAt", or soon after. Who may post, and whom the text mentions, is decided then.',
        status: 201,
        errors: [
          'CHANNEL_NOT_FOUND',
          'CHANNEL_ARCHIVED',
          'DM_NOT_ALLOWED',
          'MESSAGE_NOT_FOUND',
          ...ATTACHMENTS,
          'TOO_MANY_SCHEDULED_MESSAGES',
        ],
      }),
    )
    .input(ScheduleInput)
    .output(ScheduledMessage)
    .mutation(({ ctx, input }) => scheduleMessage(ctx, input)),

  list: actorProcedure
    .meta(
      rest('GET', '/api/scheduled-messages', {
        tag: 'messages',
        summary: 'List your scheduled messages, the next one first',
        description: 'Also those that could not be sent: "failure" says why.',
        snapshot: true,
      }),
    )
    .output(z.array(ScheduledMessage))
    .query(({ ctx }) => listScheduledMessages(ctx)),

  edit: actorProcedure
    .meta(
      rest('PATCH', ONE, {
        tag: 'messages',
        summary: 'Change a scheduled message',
        description: 'One that could not be sent is to be sent again then; it needs another "sendAt".',
        errors: ['SCHEDULED_MESSAGE_NOT_FOUND', ...ATTACHMENTS],
      }),
    )
    .input(EditScheduledInput)
    .output(ScheduledMessage)
    .mutation(({ ctx, input }) => editScheduledMessage(ctx, input)),

  delete: actorProcedure
    .meta(
      rest('DELETE', ONE, {
        tag: 'messages',
        summary: 'Delete a scheduled message',
        errors: ['SCHEDULED_MESSAGE_NOT_FOUND'],
      }),
    )
    .input(ScheduledMessageInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteScheduledMessage(ctx, input.scheduledMessageId);
      return DONE;
    }),

  send: actorProcedure
    .meta(
      rest('POST', `${ONE}/send`, {
        tag: 'messages',
        summary: 'Send a scheduled message now',
        description: 'Where it is refused, it stays as it is.',
        status: 201,
        errors: [
          'SCHEDULED_MESSAGE_NOT_FOUND',
          'CHANNEL_NOT_FOUND',
          'CHANNEL_ARCHIVED',
          'DM_NOT_ALLOWED',
          'MESSAGE_NOT_FOUND',
          ...ATTACHMENTS,
          'MESSAGE_REFUSED',
          'MESSAGE_NOT_CHECKED',
        ],
      }),
    )
    .input(ScheduledMessageInput)
    .output(PostedMessage)
    .mutation(({ ctx, input }) => sendScheduledMessage(ctx, input.scheduledMessageId)),
});
