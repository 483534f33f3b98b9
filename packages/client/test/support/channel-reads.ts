import type { AnyChannel, DirectMessage, Message } from '@palaver/core';
import {
  reduceChannel,
  reduceChannelMembers,
  reduceChannelView,
  reduceMessagePage,
  reducePins,
  reducePreference,
  reduceUnread,
} from '../../src/state/index.js';
import { type Begin, itemsOf, LIMIT, newest, reading, same, withoutProfile } from './observing.js';

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
    begin: (users) => ({ channelId, users, profiles: {} }),
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
    begin: (users) => ({ channelId, users, profiles: {} }),
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
    begin: (users) => ({ channelId, users, profiles: {} }),
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
