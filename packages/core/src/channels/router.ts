import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure, router } from '../procedures/trpc.js';
import { AnyChannel, Channel, ChannelMember } from '../protocol/records/channel.js';
import { DONE, Done } from '../protocol/records/done.js';
import { User } from '../protocol/records/user.js';
import { createChannel, deleteChannel, updateChannel } from './actions.js';
import { addChannelMember, joinChannel, leaveChannel, removeChannelMember } from './membership.js';
import { getAnyChannel, getChannel, listChannels, listMembersInServer, listMembersOfAny } from './reads.js';
import {
  AddChannelMemberInput,
  ChannelIdInput,
  ChannelInput,
  CreateChannelInput,
  ListChannelsInput,
  ListMembersByIdInput,
  ListMembersInput,
  UpdateChannelInput,
} from './schemas.js';

const CHANNELS = '/api/servers/{serverID}/channels';
const CHANNEL = '/api/servers/{serverID}/channels/{channelID}';
const MEMBERS = '/api/servers/{serverID}/channels/{channelID}/members';
const EXTERNAL_ID = ['API_KEY_REQUIRED', 'EXTERNAL_ID_TAKEN'] as const;
const NOT_FOUND = ['SERVER_NOT_FOUND', 'CHANNEL_NOT_FOUND'] as const;

export const channelsRouter = router({
  create: actorProcedure
    .meta(
      rest('POST', CHANNELS, {
        tag: 'channels',
        summary: 'Create a channel',
        description: 'You become its first member.',
        status: 201,
        errors: ['SERVER_NOT_FOUND', 'TIMED_OUT', 'CHANNEL_NAME_TAKEN', 'TOO_MANY_CHANNELS', ...EXTERNAL_ID],
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
    .query(({ ctx, input }) => listChannels(ctx, input)),

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
          'OWNER_REQUIRED',
          'CHANNEL_NAME_TAKEN',
          'TOO_MANY_DEFAULT_CHANNELS',
          'TOO_MANY_MEMBERS_FOR_RECEIPTS',
          ...EXTERNAL_ID,
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
        summary: 'List the members of a channel, newest account first',
        snapshot: true,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(ListMembersInput)
    .output(z.array(ChannelMember))
    .query(({ ctx, input }) => listMembersInServer(ctx, input)),

  addMember: actorProcedure
    .meta(
      rest('POST', MEMBERS, {
        tag: 'channels',
        summary: 'Add a member of the server to a channel',
        status: 201,
        errors: [...NOT_FOUND, 'MEMBER_NOT_FOUND', 'ALREADY_A_MEMBER', 'TIMED_OUT', 'CANNOT_ADD_MEMBER'],
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

  getById: actorProcedure
    .meta(
      rest('GET', '/api/channels/{channelID}', {
        tag: 'channels',
        summary: 'Get a channel of any server or a direct message',
        snapshot: true,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(ChannelIdInput)
    .output(AnyChannel)
    .query(({ ctx, input }) => getAnyChannel(ctx, input.channelId)),

  membersById: actorProcedure
    .meta(
      rest('GET', '/api/channels/{channelID}/members', {
        tag: 'channels',
        summary: 'List the members of a channel of any server or of a direct message, newest account first',
        snapshot: true,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(ListMembersByIdInput)
    .output(z.array(ChannelMember))
    .query(({ ctx, input }) => listMembersOfAny(ctx, input)),
});
