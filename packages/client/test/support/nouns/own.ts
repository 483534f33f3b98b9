import { PASSWORD } from '@palaver/core/testing';
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
} from '../../../src/state/index.js';
import { type Action, pick } from '../history.js';
import { type Begin, itemsOf, LIMIT, newest, reading, same } from '../observing.js';

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

export const ownActions = {
  /** Waits until the inboxes have what was posted. */
  deliver: ({ world }) => Promise.all(world.services.consumers.map((consumer) => consumer.idle())),
  wantAll: ({ servers }, who, a) =>
    who.call.notificationPreferences.setForServer({ serverId: pick(servers, a), level: 'all' }),
  readInbox: (_history, who) => who.call.notifications.readAll(),
  addFavorite: ({ channels }, who, a) => who.call.favorites.add(pick(channels, a)),
  removeFavorite: ({ channels }, who, a) => who.call.favorites.remove(pick(channels, a)),
  orderFavorites: async (_history, who) => {
    const { channelIds } = await who.call.favorites.list();
    return who.call.favorites.order({ channelIds: channelIds.slice(-1) });
  },
  putDraft: ({ channels }, who, a, b) => who.call.drafts.put({ ...pick(channels, a), content: `draft ${b}` }),
  deleteDraft: ({ channels }, who, a) => who.call.drafts.delete(pick(channels, a)),
  updateMe: (_history, who, a, b) =>
    who.call.users.updateMe(b % 3 === 0 ? { timezone: pick(ZONES, a) } : { displayName: `name ${a} ${b}` }),
  signIn: async ({ world }, who, a) => {
    const { username } = await who.call.users.me();
    const { call } = world.userWithToken('', null, `192.0.2.${a % 256}`);
    await call.auth.login({ username, password: PASSWORD });
  },
  preferMail: (_history, who, a) => who.call.mailPreferences.set({ digest: pick(DELAYS, a) }),
  preferAccount: (_history, who, a, b) =>
    who.call.notificationPreferences.setForAccount({ level: pick(LEVELS, b), keywords: [`message ${a}`] }),
  preferServer: ({ servers }, who, a, b) =>
    who.call.notificationPreferences.setForServer({ serverId: pick(servers, a), level: pick(LEVELS, b) }),
  preferChannel: ({ channels }, who, a, b) =>
    who.call.notificationPreferences.setForChannel({ ...pick(channels, a), level: pick(LEVELS, b) }),
  preferDm: ({ dms }, who, a, b) =>
    who.call.notificationPreferences.setForDm({ channelId: pick(dms, a), level: pick(LEVELS, b) }),
} as const satisfies Record<string, Action>;

const DELAYS = ['15m', '24h', 'off'] as const;

const LEVELS = ['all', 'mentions', 'nothing', null] as const;

const ZONES = ['Europe/Berlin', 'Asia/Tokyo', null];
