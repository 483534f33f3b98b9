import type { ChannelGroup, ServerEmoji, UserGroup } from '@palaver/core';
import { createEmoji } from '@palaver/core/testing';
import {
  reduceChannelList,
  reduceEmojiList,
  reduceGroupList,
  reducePreference,
  reduceServer,
  reduceServerMemberPage,
  reduceUnread,
  reduceUserGroupList,
  reduceUserGroupMembers,
} from '../../../src/state/index.js';
import { type Action, person, pick } from '../history.js';
import { type Begin, itemsOf, LIMIT, newest, reading, same } from '../observing.js';

export const serverReads = (userId: string, serverId: string): Begin[] => [
  reading({
    procedure: 'servers.get',
    ask: (call) => call.servers.get({ serverId }),
    begin: same,
    reduce: reduceServer,
    compared: same,
  }),
  reading({
    procedure: 'servers.members',
    ask: (call) => call.servers.members({ serverId, limit: LIMIT }),
    begin: newest,
    reduce: reduceServerMemberPage,
    compared: itemsOf,
  }),
  reading({
    procedure: 'groups.list',
    ask: (call) => call.groups.list({ serverId }),
    begin: same<readonly ChannelGroup[]>,
    reduce: reduceGroupList,
    compared: same,
  }),
  reading({
    procedure: 'emoji.list',
    ask: (call) => call.emoji.list({ serverId }),
    begin: same<readonly ServerEmoji[]>,
    reduce: reduceEmojiList,
    compared: same,
  }),
  reading({
    procedure: 'userGroups.list',
    ask: (call) => call.userGroups.list({ serverId }),
    begin: same<readonly UserGroup[]>,
    reduce: reduceUserGroupList,
    compared: same,
  }),
  reading({
    procedure: 'channels.list',
    ask: (call) => call.channels.list({ serverId }),
    begin: (items) => ({ items, serverId, userId }),
    reduce: reduceChannelList,
    compared: itemsOf,
  }),
  reading({
    procedure: 'readState.getForServer',
    ask: (call) => call.readState.getForServer({ serverId }),
    begin: (items) => ({ items, of: serverId, userId }),
    reduce: reduceUnread,
    compared: itemsOf,
  }),
  reading({
    procedure: 'notificationPreferences.getForServer',
    ask: (call) => call.notificationPreferences.getForServer({ serverId }),
    begin: same,
    reduce: reducePreference,
    compared: same,
  }),
];

export const userGroupReads = ({ id: userGroupId, serverId }: UserGroup): Begin[] => [
  reading({
    procedure: 'userGroups.members',
    ask: (call) => call.userGroups.members({ serverId, userGroupId }),
    begin: (users) => ({ userGroupId, users }),
    reduce: reduceUserGroupMembers,
    compared: ({ users }) => users,
  }),
];

export const serverActions = {
  markServerRead: ({ servers }, who, a) => who.call.readState.markServerRead({ serverId: pick(servers, a) }),
  createGroup: async (history, who, a, b) => {
    const serverId = pick(history.servers, a);
    const { id: groupId } = await who.call.groups.create({ serverId, name: `group ${b}` });
    history.groups.push({ serverId, groupId });
  },
  updateGroup: ({ groups }, who, a, b) => who.call.groups.update({ ...pick(groups, a), position: b % 10 }),
  deleteGroup: ({ groups }, who, a) => who.call.groups.delete(pick(groups, a)),
  createEmoji: async (history, who, a, b) => {
    const serverId = pick(history.servers, a);
    const { id: emojiId } = await createEmoji(history.world, who, { serverId, name: `emoji_${b}` });
    history.emoji.push({ serverId, emojiId });
  },
  renameEmoji: ({ emoji }, who, a, b) => who.call.emoji.update({ ...pick(emoji, a), name: `renamed_${b}` }),
  deleteEmoji: ({ emoji }, who, a) => who.call.emoji.delete(pick(emoji, a)),
  createUserGroup: async (history, who, a, b) => {
    const serverId = pick(history.servers, a);
    const { id: userGroupId } = await who.call.userGroups.create({ serverId, handle: `team-${b % 3}` });
    history.userGroups.push({ serverId, userGroupId });
  },
  updateUserGroup: ({ userGroups }, who, a, b) =>
    who.call.userGroups.update({ ...pick(userGroups, a), name: `Team ${b}` }),
  deleteUserGroup: ({ userGroups }, who, a) => who.call.userGroups.delete(pick(userGroups, a)),
  addToUserGroup: (history, who, a, b) =>
    who.call.userGroups.addMember({ ...pick(history.userGroups, a), userId: person(history, b) }),
  loseWebhook: async (history, who, a) => {
    const { outgoingWebhooks } = who.call;
    const serverId = pick(history.servers, a);
    const fields = { url: 'https://receiver.invalid/', eventTypes: ['server.updated' as const] };
    const { webhook } = await outgoingWebhooks.create({ serverId, ...fields });
    await outgoingWebhooks.ping({ serverId, outgoingWebhookId: webhook.id });
    await history.world.services.webhooks.idle();
  },
  removeFromUserGroup: (history, who, a, b) =>
    who.call.userGroups.removeMember({ ...pick(history.userGroups, a), userId: person(history, b) }),
  createServer: async (history, who, _a, b) => {
    const { id: serverId } = await who.call.servers.create({ name: `server ${b}` });
    const { code } = await who.call.servers.createInvite({ serverId });
    history.servers.push(serverId);
    history.codes.push(code);
    const [general] = await who.call.channels.list({ serverId });
    if (general) history.channels.push({ serverId, channelId: general.id });
  },
  renameServer: ({ servers }, who, a, b) =>
    who.call.servers.update({ serverId: pick(servers, a), name: `name ${b}` }),
  deleteServer: ({ servers }, who, a) => who.call.servers.delete({ serverId: pick(servers, a) }),
  acceptInvite: ({ codes }, who, a) => who.call.servers.acceptInvite({ code: pick(codes, a) }),
  leaveServer: ({ servers }, who, a) => who.call.servers.leave({ serverId: pick(servers, a) }),
  addBot: ({ servers, bot }, _who, a) =>
    bot.owner.call.servers.addMember({ serverId: pick(servers, a), userId: bot.id }),
  removeMember: (history, who, a, b) =>
    who.call.servers.removeMember({ serverId: pick(history.servers, a), userId: person(history, b) }),
  changeRole: (history, who, a, b) =>
    who.call.servers.updateMember({
      serverId: pick(history.servers, a),
      userId: person(history, b),
      role: pick(ROLES, a + b),
    }),
} as const satisfies Record<string, Action>;

const ROLES = ['admin', 'member', 'moderator', 'member', 'owner'] as const;
