import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure, router } from '../procedures/trpc.js';
import { Channel } from '../protocol/records/channel.js';
import { DONE, Done } from '../protocol/records/done.js';
import { User } from '../protocol/records/user.js';
import { createChannel, deleteChannel, updateChannel } from './actions.js';
import { openDm } from './dms.js';
import { addChannelMember, joinChannel, leaveChannel, removeChannelMember } from './membership.js';
import { getChannel, listChannels, listDirectMessages, listMembersOf } from './reads.js';
import {
  AddChannelMemberInput,
  ChannelInput,
  CreateChannelInput,
  CreateDmInput,
  ListChannelsInput,
  UpdateChannelInput,
} from './schemas.js';

const CHANNELS = '/api/servers/{serverID}/channels';
const CHANNEL = '/api/servers/{serverID}/channels/{channelID}';
const MEMBERS = '/api/servers/{serverID}/channels/{channelID}/members';
const NOT_FOUND = ['SERVER_NOT_FOUND', 'CHANNEL_NOT_FOUND'] as const;

export const channelsRouter = router({
  create: actorProcedure
    .meta(
      rest('POST', CHANNELS, {
        tag: 'channels',
        summary: 'Create a channel',
        description: 'You become its first member.',
        status: 201,
        errors: ['SERVER_NOT_FOUND', 'CHANNEL_NAME_TAKEN', 'TOO_MANY_CHANNELS'],
      }),
    )
    .input(CreateChannelInput)
    .output(Channel)
    .mutation(({ ctx, input }) => createChannel(ctx, input)),

  list: actorProcedure
    .meta(
      rest('GET', CHANNELS, {
        tag: 'channels',
        summary: 'List all channels of a server that you may see, newest first',
        snapshot: true,
        errors: ['SERVER_NOT_FOUND'],
      }),
    )
    .input(ListChannelsInput)
    .output(z.array(Channel))
    .query(({ ctx, input }) => listChannels(ctx, input.serverId)),

  get: actorProcedure
    .meta(
      rest('GET', CHANNEL, {
        tag: 'channels',
        summary: 'Get a channel',
        snapshot: true,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(ChannelInput)
    .output(Channel)
    .query(({ ctx, input }) => getChannel(ctx, input)),

  update: actorProcedure
    .meta(
      rest('PATCH', CHANNEL, {
        tag: 'channels',
        summary: 'Change a channel',
        description:
          'Renames it, sets its topic, archives it, makes it private or public, moves it or puts it into a channel group.',
        errors: [
          ...NOT_FOUND,
          'GROUP_NOT_FOUND',
          'ADMIN_REQUIRED',
          'CHANNEL_NAME_TAKEN',
          'TOO_MANY_DEFAULT_CHANNELS',
        ],
      }),
    )
    .input(UpdateChannelInput)
    .output(Channel)
    .mutation(({ ctx, input }) => updateChannel(ctx, input)),

  delete: actorProcedure
    .meta(
      rest('DELETE', CHANNEL, {
        tag: 'channels',
        summary: 'Delete a channel and everything in it',
        errors: [...NOT_FOUND, 'ADMIN_REQUIRED'],
      }),
    )
    .input(ChannelInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteChannel(ctx, input);
      return DONE;
    }),

  join: actorProcedure
    .meta(
      rest('POST', `${CHANNEL}/join`, {
        tag: 'channels',
        summary: 'Join a public channel',
        errors: [...NOT_FOUND],
      }),
    )
    .input(ChannelInput)
    .output(Channel)
    .mutation(({ ctx, input }) => joinChannel(ctx, input)),

  leave: actorProcedure
    .meta(
      rest('POST', `${CHANNEL}/leave`, {
        tag: 'channels',
        summary: 'Leave a channel',
        errors: [...NOT_FOUND],
      }),
    )
    .input(ChannelInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await leaveChannel(ctx, input);
      return DONE;
    }),

  members: actorProcedure
    .meta(
      rest('GET', MEMBERS, {
        tag: 'channels',
        summary: 'List all members of a channel, newest account first',
        snapshot: true,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(ChannelInput)
    .output(z.array(User))
    .query(({ ctx, input }) => listMembersOf(ctx, input)),

  addMember: actorProcedure
    .meta(
      rest('POST', MEMBERS, {
        tag: 'channels',
        summary: 'Add a member of the server to a channel',
        status: 201,
        errors: [...NOT_FOUND, 'MEMBER_NOT_FOUND', 'ALREADY_A_MEMBER'],
      }),
    )
    .input(AddChannelMemberInput)
    .output(User)
    .mutation(({ ctx, input }) => addChannelMember(ctx, input)),

  removeMember: actorProcedure
    .meta(
      rest('DELETE', `${MEMBERS}/{userID}`, {
        tag: 'channels',
        summary: 'Remove a member from a channel',
        description: 'Everybody may remove themselves; an admin may remove anyone.',
        errors: [...NOT_FOUND, 'MEMBER_NOT_FOUND', 'ADMIN_REQUIRED'],
      }),
    )
    .input(AddChannelMemberInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await removeChannelMember(ctx, input);
      return DONE;
    }),
});

export const dmsRouter = router({
  create: actorProcedure
    .meta(
      rest('POST', '/api/dms', {
        tag: 'channels',
        summary: 'Open a direct message',
        description: 'The same people always get the same channel.',
        status: 201,
        errors: ['USER_NOT_FOUND', 'CANNOT_DM_YOURSELF', 'TOO_MANY_DMS'],
      }),
    )
    .input(CreateDmInput)
    .output(Channel)
    .mutation(({ ctx, input }) => openDm(ctx, input)),

  list: actorProcedure
    .meta(
      rest('GET', '/api/dms', {
        tag: 'channels',
        summary: 'List all your direct messages, newest first',
        snapshot: true,
      }),
    )
    .output(z.array(Channel))
    .query(({ ctx }) => listDirectMessages(ctx)),
});
