import { z } from 'zod';
import { rest } from '../../procedures/rest.js';
import { actorProcedure } from '../../procedures/trpc.js';
import { Message } from '../../protocol/records/message.js';
import { User } from '../../protocol/records/user.js';
import { ListReactorsInput, ReactInput, ReactionInput } from '../schemas.js';
import { react, unreact } from './actions.js';
import { listReactors } from './reactor-list.js';

const REACTION = '/api/messages/{messageID}/reactions/{emoji}';

export const reactionProcedures = {
  react: actorProcedure
    .meta(
      rest('PUT', REACTION, {
        tag: 'messages',
        summary: 'React to a message',
        description:
          'Reacting twice with the same emoji is reacting once. A message carries at most 20 kinds, unless the operator has set ' +
          'another limit. An emoji of the server is `:name:`, or its reaction on a message.',
        errors: [
          'MESSAGE_NOT_FOUND',
          'CHANNEL_ARCHIVED',
          'DM_NOT_ALLOWED',
          'TIMED_OUT',
          'REACTIONS_RESTRICTED',
          'EMOJI_NOT_FOUND',
          'TOO_MANY_REACTIONS',
        ],
      }),
    )
    .input(ReactInput)
    .output(Message)
    .mutation(({ ctx, input }) => react(ctx, input)),

  unreact: actorProcedure
    .meta(
      rest('DELETE', REACTION, {
        tag: 'messages',
        summary: 'Take your reaction back',
        description: 'Where you have not reacted with this emoji, the message is answered as it is.',
        errors: [
          'MESSAGE_NOT_FOUND',
          'CHANNEL_ARCHIVED',
          'DM_NOT_ALLOWED',
          'TIMED_OUT',
          'REACTIONS_RESTRICTED',
        ],
      }),
    )
    .input(ReactionInput)
    .output(Message)
    .mutation(({ ctx, input }) => unreact(ctx, input)),

  reactors: actorProcedure
    .meta(
      rest('GET', REACTION, {
        tag: 'messages',
        summary: 'List who reacted to a message with an emoji, newest account first',
        description:
          'For whoever may read the message; empty where nobody did. The emoji is as `reactions` of the message have it. A user who ' +
          'takes the reaction back stays a cursor.',
        errors: ['MESSAGE_NOT_FOUND'],
      }),
    )
    .input(ListReactorsInput)
    .output(z.array(User))
    .query(({ ctx, input }) => listReactors(ctx, input)),
};
