import type { ChannelGroup, ServerEmoji, UserGroup } from '@palaver/core';
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
} from '../../src/state/index.js';
import { type Begin, itemsOf, LIMIT, newest, reading, same } from './observing.js';

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
