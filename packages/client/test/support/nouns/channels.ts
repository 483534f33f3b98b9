import type { AnyChannel, DirectMessage, Message } from '@palaver/core';
import {
  reduceChannel,
  reduceChannelMembers,
  reduceChannelView,
  reduceMessagePage,
  reducePins,
  reducePreference,
  reduceUnread,
} from '../../../src/state/index.js';
import { type Action, person, pick } from '../history.js';
import { type Begin, itemsOf, LIMIT, newest, reading, same, withoutProfile } from '../observing.js';

export const channelReads = (userId: string, channelId: string, serverId: string | null): Begin[] => [
  reading({
    procedure: 'channels.getById',
    ask: (call) => call.channels.getById({ channelId }),
    begin: (channel) => ({ channel, userId }),
    reduce: reduceChannelView<AnyChannel>,
    compared: ({ channel }) => channel,
  }),
  reading({
    procedure: 'channels.membersById',
    ask: (call) => call.channels.membersById({ channelId }),
    begin: (users) => ({ channelId, users, isWhole: true, profiles: {} }),
    reduce: reduceChannelMembers,
    compared: ({ users }) => users,
  }),
  reading({
    procedure: 'readState.getForChannel',
    ask: (call) => call.readState.getForChannel({ channelId }),
    begin: (item) => ({ items: [item], of: channelId, userId }),
    reduce: reduceUnread,
    compared: itemsOf,
  }),
  reading({
    procedure: 'notificationPreferences.getForChannelById',
    ask: (call) => call.notificationPreferences.getForChannelById({ channelId }),
    begin: same,
    reduce: reducePreference,
    compared: same,
  }),
  reading({
    procedure: 'messages.list',
    ask: (call) => call.messages.list({ channelId, limit: LIMIT }),
    begin: (items) => ({ ...newest(items), threadId: null }),
    reduce: reduceMessagePage,
    compared: ({ items }) => items.map(withoutProfile),
  }),
  reading({
    procedure: 'messages.pins',
    ask: (call) => call.messages.pins({ channelId }),
    begin: same<readonly Message[]>,
    reduce: reducePins,
    compared: (pins) => pins.map(withoutProfile),
  }),
  ...(serverId === null ? dmReads(userId, channelId) : serverChannelReads(channelId, serverId)),
];

const dmReads = (userId: string, channelId: string): Begin[] => [
  reading({
    procedure: 'dms.get',
    ask: (call) => call.dms.get({ channelId }),
    begin: (channel) => ({ channel, userId }),
    reduce: reduceChannelView<DirectMessage>,
    compared: ({ channel }) => channel,
  }),
  reading({
    procedure: 'dms.members',
    ask: (call) => call.dms.members({ channelId }),
    begin: (users) => ({ channelId, users, isWhole: true, profiles: {} }),
    reduce: reduceChannelMembers,
    compared: ({ users }) => users,
  }),
  reading({
    procedure: 'notificationPreferences.getForDm',
    ask: (call) => call.notificationPreferences.getForDm({ channelId }),
    begin: same,
    reduce: reducePreference,
    compared: same,
  }),
];

const serverChannelReads = (channelId: string, serverId: string): Begin[] => [
  reading({
    procedure: 'channels.get',
    ask: (call) => call.channels.get({ serverId, channelId }),
    begin: same,
    reduce: reduceChannel,
    compared: same,
  }),
  reading({
    procedure: 'channels.members',
    ask: (call) => call.channels.members({ serverId, channelId }),
    begin: (users) => ({ channelId, users, isWhole: true, profiles: {} }),
    reduce: reduceChannelMembers,
    compared: ({ users }) => users,
  }),
  reading({
    procedure: 'notificationPreferences.getForChannel',
    ask: (call) => call.notificationPreferences.getForChannel({ serverId, channelId }),
    begin: same,
    reduce: reducePreference,
    compared: same,
  }),
];

export const channelActions = {
  createChannel: async (history, who, a, b) => {
    const serverId = pick(history.servers, a);
    const input = { serverId, name: `room-${b}`, isPrivate: b % 2 === 0 };
    history.channels.push({ serverId, channelId: (await who.call.channels.create(input)).id });
  },
  updateChannel: ({ channels }, who, a, b) =>
    who.call.channels.update({ ...pick(channels, a), topic: `topic ${b}`, archived: b % 5 === 0 }),
  overridePermissions: ({ channels }, who, a, b) => {
    const override = { role: 'member', allow: b % 2 === 0, permission: 'manageMessages' } as const;
    return who.call.channels.update({ ...pick(channels, a), permissionOverrides: [override] });
  },
  /** Of the three states that a channel goes through, one is for all, one for admins and one for all but moderators. */
  denyReading: ({ channels }, who, a, b) => {
    const deny = (role: 'member' | 'moderator') => ({ role, allow: false, permission: 'read' }) as const;
    const permissionOverrides = [[], [deny('member'), deny('moderator')], [deny('moderator')]][b % 3] ?? [];
    return who.call.channels.update({ ...pick(channels, a), permissionOverrides });
  },
  setDefaultLevel: ({ channels }, who, a, b) =>
    who.call.channels.update({ ...pick(channels, a), defaultNotificationLevel: b % 2 === 0 ? 'all' : null }),
  hideChannel: ({ channels }, who, a, b) =>
    who.call.channels.update({ ...pick(channels, a), isPrivate: b % 2 === 0 }),
  markDefault: ({ channels }, who, a, b) =>
    who.call.channels.update({ ...pick(channels, a), joinedByDefault: b % 2 === 0 }),
  deleteChannel: ({ channels }, who, a) => who.call.channels.delete(pick(channels, a)),
  joinChannel: ({ channels }, who, a) => who.call.channels.join(pick(channels, a)),
  leaveChannel: ({ channels }, who, a) => who.call.channels.leave(pick(channels, a)),
  addToChannel: (history, who, a, b) =>
    who.call.channels.addMember({ ...pick(history.channels, a), userId: person(history, b) }),
  removeFromChannel: (history, who, a, b) =>
    who.call.channels.removeMember({ ...pick(history.channels, a), userId: person(history, b) }),
  moveChannel: ({ channels, groups }, who, a, b) =>
    who.call.channels.update({ ...pick(channels, a), groupId: pick(groups, b).groupId, position: b % 10 }),
  openDm: async (history, who, a, b) => {
    const dm = await who.call.dms.create({ userIds: [person(history, a), person(history, b)] });
    history.dms.push(dm.id);
  },
} as const satisfies Record<string, Action>;
