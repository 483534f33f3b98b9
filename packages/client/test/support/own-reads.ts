import {
  reduceDmList,
  reduceDrafts,
  reduceFavorites,
  reduceMailPreferences,
  reduceMe,
  reduceNotifications,
  reducePreference,
  reduceScheduledMessages,
  reduceServerList,
  reduceUnread,
} from '../../src/state/index.js';
import { type Begin, itemsOf, LIMIT, newest, reading, same } from './observing.js';

const meRead = () =>
  reading({
    procedure: 'users.me',
    ask: (call) => call.users.me(),
    begin: same,
    reduce: reduceMe,
    compared: same,
  });
const serversRead = (userId: string) =>
  reading({
    procedure: 'servers.list',
    ask: (call) => call.servers.list(),
    begin: (items) => ({ items, userId }),
    reduce: reduceServerList,
    compared: itemsOf,
  });
const dmsRead = (userId: string) =>
  reading({
    procedure: 'dms.list',
    ask: (call) => call.dms.list(),
    begin: (items) => ({ items, userId }),
    reduce: reduceDmList,
    compared: ({ items }) => items,
  });

const inboxRead = () =>
  reading({
    procedure: 'notifications.list',
    ask: (call) => call.notifications.list({ limit: LIMIT }),
    begin: newest,
    reduce: reduceNotifications,
    compared: itemsOf,
  });

const mailRead = () =>
  reading({
    procedure: 'mailPreferences.get',
    ask: (call) => call.mailPreferences.get(),
    begin: same,
    reduce: reduceMailPreferences,
    compared: same,
  });

const preferenceRead = () =>
  reading({
    procedure: 'notificationPreferences.getForAccount',
    ask: (call) => call.notificationPreferences.getForAccount(),
    begin: same,
    reduce: reducePreference,
    compared: same,
  });

const draftsRead = () =>
  reading({
    procedure: 'drafts.list',
    ask: (call) => call.drafts.list(),
    begin: same,
    reduce: reduceDrafts,
    compared: same,
  });

const favoritesRead = () =>
  reading({
    procedure: 'favorites.list',
    ask: (call) => call.favorites.list(),
    begin: same,
    reduce: reduceFavorites,
    compared: same,
  });

const scheduledRead = () =>
  reading({
    procedure: 'scheduledMessages.list',
    ask: (call) => call.scheduledMessages.list(),
    begin: same,
    reduce: reduceScheduledMessages,
    compared: same,
  });

const unreadRead = (userId: string) =>
  reading({
    procedure: 'readState.list',
    ask: (call) => call.readState.list(),
    begin: (items) => ({ items, of: null, userId }),
    reduce: reduceUnread,
    compared: itemsOf,
  });

/** What a person reads of themselves. */
export const ownReads = (userId: string): Begin[] => [
  meRead(),
  serversRead(userId),
  dmsRead(userId),
  unreadRead(userId),
  inboxRead(),
  mailRead(),
  preferenceRead(),
  draftsRead(),
  favoritesRead(),
  scheduledRead(),
];
