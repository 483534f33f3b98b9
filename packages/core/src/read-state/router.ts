import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { personProcedure, router } from '../procedures/trpc.js';
import { ChannelUnread } from '../protocol/records/channel-unread.js';
import { DONE, Done } from '../protocol/records/done.js';
import { Receipt } from '../protocol/records/receipt.js';
import { markRead, markServerRead } from './actions.js';
import { getUnread, listServerUnread, listUnread } from './reads.js';
import { listReceipts } from './receipt-reads.js';
import { ChannelInput, MarkReadInput, ServerInput } from './schemas.js';

export const readStateRouter = router({
  markRead: personProcedure
    .meta(
      rest('PUT', '/api/channels/{channelID}/read', {
        tag: 'notifications',
        summary: 'Say how far you have read a channel',
        description:
          'The position moves forward to the message, which may be any of the channel, also a deleted one. With "unread" it is set ' +
          'back on purpose: the message is the first unread one then.',
        errors: ['PEOPLE_ONLY', 'CHANNEL_NOT_FOUND', 'NOT_A_CHANNEL_MEMBER', 'MESSAGE_NOT_FOUND'],
      }),
    )
    .input(MarkReadInput)
    .output(ChannelUnread)
    .mutation(({ ctx, input }) => markRead(ctx, input)),

  markServerRead: personProcedure
    .meta(
      rest('PUT', '/api/servers/{serverID}/read', {
        tag: 'notifications',
        summary: 'Mark all channels of a server as read',
        errors: ['PEOPLE_ONLY', 'SERVER_NOT_FOUND'],
      }),
    )
    .input(ServerInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await markServerRead(ctx, input.serverId);
      return DONE;
    }),

  getForChannel: personProcedure
    .meta(
      rest('GET', '/api/channels/{channelID}/unread', {
        tag: 'notifications',
        summary: 'Get what you have not read of a channel',
        snapshot: true,
        errors: ['PEOPLE_ONLY', 'CHANNEL_NOT_FOUND', 'NOT_A_CHANNEL_MEMBER'],
      }),
    )
    .input(ChannelInput)
    .output(ChannelUnread)
    .query(({ ctx, input }) => getUnread(ctx, input.channelId)),

  receipts: personProcedure
    .meta(
      rest('GET', '/api/channels/{channelID}/receipts', {
        tag: 'notifications',
        summary: 'See how far the members of a channel have read it',
        description:
          'Of a direct message, and of a channel of at most 50 members with `readReceipts`. Who has switched off `readReceipts` of ' +
          'their account is not in the list, and sees an empty one. Subscribe to the channel first: `receipts.updated` brings what changes.',
        errors: ['PEOPLE_ONLY', 'CHANNEL_NOT_FOUND', 'NOT_A_CHANNEL_MEMBER'],
      }),
    )
    .input(ChannelInput)
    .output(z.array(Receipt))
    .query(({ ctx, input }) => listReceipts(ctx, input.channelId)),

  getForServer: personProcedure
    .meta(
      rest('GET', '/api/servers/{serverID}/unread', {
        tag: 'notifications',
        summary: 'Get what you have not read of the channels of a server that you are in',
        description: 'Newest channel first, also those without anything unread.',
        snapshot: true,
        errors: ['PEOPLE_ONLY', 'SERVER_NOT_FOUND'],
      }),
    )
    .input(ServerInput)
    .output(z.array(ChannelUnread))
    .query(({ ctx, input }) => listServerUnread(ctx, input.serverId)),

  list: personProcedure
    .meta(
      rest('GET', '/api/unread', {
        tag: 'notifications',
        summary: 'Get what you have not read of all channels and direct messages that you are in',
        description: 'Newest channel first, also those without anything unread.',
        snapshot: true,
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .output(z.array(ChannelUnread))
    .query(({ ctx }) => listUnread(ctx)),
});
