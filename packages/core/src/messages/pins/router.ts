import { z } from 'zod';
import { rest } from '../../procedures/rest.js';
import { actorProcedure } from '../../procedures/trpc.js';
import { Message } from '../../protocol/records/message.js';
import { ListPinsInput, MessageInput } from '../schemas.js';
import { pinMessage, unpinMessage } from './actions.js';
import { listPins } from './list.js';

const PIN = '/api/messages/{messageID}/pin';

export const pinProcedures = {
  pin: actorProcedure
    .meta(
      rest('PUT', PIN, {
        tag: 'messages',
        summary: 'Pin a message to its channel',
        description:
          'Whoever may post in the channel may pin, replies as well. One that is pinned stays as it is. Its deletion unpins it.',
        errors: [
          'MESSAGE_NOT_FOUND',
          'CHANNEL_ARCHIVED',
          'DM_NOT_ALLOWED',
          'TIMED_OUT',
          'POSTING_RESTRICTED',
          'TOO_MANY_PINS',
        ],
      }),
    )
    .input(MessageInput)
    .output(Message)
    .mutation(({ ctx, input }) => pinMessage(ctx, input.messageId)),

  unpin: actorProcedure
    .meta(
      rest('DELETE', PIN, {
        tag: 'messages',
        summary: 'Unpin a message',
        description: 'Whoever pinned it. One that is not pinned stays as it is.',
        errors: [
          'MESSAGE_NOT_FOUND',
          'CHANNEL_ARCHIVED',
          'DM_NOT_ALLOWED',
          'TIMED_OUT',
          'POSTING_RESTRICTED',
        ],
      }),
    )
    .input(MessageInput)
    .output(Message)
    .mutation(({ ctx, input }) => unpinMessage(ctx, input.messageId)),

  pins: actorProcedure
    .meta(
      rest('GET', '/api/channels/{channelID}/pins', {
        tag: 'messages',
        summary: 'List the pinned messages of a channel, the last that was pinned first',
        description:
          'All of them, replies included: there are at most 50, unless the operator has set another limit.',
        snapshot: true,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(ListPinsInput)
    .output(z.array(Message))
    .query(({ ctx, input }) => listPins(ctx, input.channelId)),
};
