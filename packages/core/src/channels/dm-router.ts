import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure, router } from '../procedures/trpc.js';
import { ChannelMember, DirectMessage } from '../protocol/records/channel.js';
import { openDm } from './dms.js';
import { getDm, listDirectMessages, listPeopleOfDm } from './reads.js';
import { ChannelIdInput, CreateDmInput } from './schemas.js';

export const dmsRouter = router({
  create: actorProcedure
    .meta(
      rest('POST', '/api/dms', {
        tag: 'channels',
        summary: 'Open a direct message',
        description: 'The same people always get the same channel.',
        status: 201,
        errors: ['USER_NOT_FOUND', 'CANNOT_DM_YOURSELF', 'DM_NOT_ALLOWED', 'TOO_MANY_DMS'],
      }),
    )
    .input(CreateDmInput)
    .output(DirectMessage)
    .mutation(({ ctx, input }) => openDm(ctx, input)),

  list: actorProcedure
    .meta(
      rest('GET', '/api/dms', {
        tag: 'channels',
        summary: 'List all your direct messages, newest first',
        snapshot: true,
      }),
    )
    .output(z.array(DirectMessage))
    .query(({ ctx }) => listDirectMessages(ctx)),

  get: actorProcedure
    .meta(
      rest('GET', '/api/dms/{channelID}', {
        tag: 'channels',
        summary: 'Get a direct message',
        snapshot: true,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(ChannelIdInput)
    .output(DirectMessage)
    .query(({ ctx, input }) => getDm(ctx, input.channelId)),

  members: actorProcedure
    .meta(
      rest('GET', '/api/dms/{channelID}/members', {
        tag: 'channels',
        summary: 'List the people of a direct message, newest account first',
        snapshot: true,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(ChannelIdInput)
    .output(z.array(ChannelMember))
    .query(({ ctx, input }) => listPeopleOfDm(ctx, input.channelId)),
});
