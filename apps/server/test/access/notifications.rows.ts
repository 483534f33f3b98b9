import { channelOf } from './channels.rows.js';
import type { Fixture } from './fixture.js';
import type { AccessTable } from './matrix.js';

/**
 * Callers have their own inbox, and set their own preferences for the servers that they are in and the channels that
 * they see.
 */
export const notifications: AccessTable = {
  table: `
                                                | anonymous | outsider   | ex-member  | member     | channel member | moderator  | admin      | owner      | bot
  notifications.list                            | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | 200
  notifications.unread                          | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | 200
  notifications.readAll                         | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | 200
  notifications.read                            | sign in   | no item    | no item    | no item    | no item        | no item    | no item    | no item    | no item
  mailPreferences.get                           | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | people only
  mailPreferences.set                           | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | people only
  mailPreferences.unsubscribe                   | bad link  | bad link   | bad link   | bad link   | bad link       | bad link   | bad link   | bad link   | bad link
  notificationPreferences.effectiveForServer    | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200        | 200
  notificationPreferences.effectiveForChannel private | sign in | no channel | no channel | no channel | 200       | no channel | no channel | no channel | 200
  notificationPreferences.effectiveForChannel public  | sign in | no channel | no channel | 200        | 200       | 200        | 200        | 200        | 200
  notificationPreferences.effectiveForChannelById private | sign in | no channel | no channel | no channel | 200   | no channel | no channel | no channel | 200
  notificationPreferences.effectiveForChannelById public  | sign in | no channel | no channel | 200        | 200   | 200        | 200        | 200        | 200
  notificationPreferences.effectiveForChannelById direct  | sign in | no channel | no channel | no channel | 200   | no channel | no channel | no channel | 200
  notificationPreferences.setForServer          | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200        | 200
  notificationPreferences.getForServer          | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200        | 200
  notificationPreferences.setForChannel private | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | 200
  notificationPreferences.setForChannel public  | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200        | 200
  notificationPreferences.getForChannel private | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | 200
  notificationPreferences.getForChannel public  | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200        | 200
  notificationPreferences.setForChannelById private | sign in | no channel | no channel | no channel | 200         | no channel | no channel | no channel | 200
  notificationPreferences.setForChannelById public  | sign in | no channel | no channel | 200        | 200         | 200        | 200        | 200        | 200
  notificationPreferences.setForChannelById direct  | sign in | no channel | no channel | no channel | 200         | no channel | no channel | no channel | 200
  notificationPreferences.getForChannelById private | sign in | no channel | no channel | no channel | 200         | no channel | no channel | no channel | 200
  notificationPreferences.getForChannelById public  | sign in | no channel | no channel | 200        | 200         | 200        | 200        | 200        | 200
  notificationPreferences.getForChannelById direct  | sign in | no channel | no channel | no channel | 200         | no channel | no channel | no channel | 200
  notificationPreferences.setForDm direct           | sign in | no channel | no channel | no channel | 200         | no channel | no channel | no channel | 200
  notificationPreferences.setForDm public           | sign in | no channel | no channel | no channel | no channel  | no channel | no channel | no channel | no channel
  notificationPreferences.getForDm direct           | sign in | no channel | no channel | no channel | 200         | no channel | no channel | no channel | 200
  notificationPreferences.getForDm public           | sign in | no channel | no channel | no channel | no channel  | no channel | no channel | no channel | no channel
  `,
  prepare: {
    'notifications.list': () => ({}),
    'notifications.unread': () => ({}),
    'notifications.readAll': () => ({}),
    // The id of no item: `inbox.test.ts` has those of the caller and of others.
    'notifications.read': ({ serverId }) => ({ parameters: { notificationID: serverId } }),
    'mailPreferences.get': () => ({}),
    'mailPreferences.set': () => ({ input: { digest: '15m' } }),
    // A token of somebody else's is in `digest-mails.test.ts`.
    'mailPreferences.unsubscribe': () => ({ input: { token: 'guessed' } }),
    'notificationPreferences.effectiveForServer': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'notificationPreferences.effectiveForChannel': (fixture, _role, kind) => ofChannel(fixture, kind),
    'notificationPreferences.effectiveForChannelById': (fixture, _role, kind) => byId(fixture, kind),
    'notificationPreferences.setForServer': ({ serverId }) => ({
      parameters: { serverID: serverId },
      input: { level: 'mentions' },
    }),
    'notificationPreferences.getForServer': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'notificationPreferences.setForChannel': (fixture, _role, kind) => ({
      ...ofChannel(fixture, kind),
      input: { level: 'all' },
    }),
    'notificationPreferences.getForChannel': (fixture, _role, kind) => ofChannel(fixture, kind),
    'notificationPreferences.setForChannelById': (fixture, _role, kind) => ({
      ...byId(fixture, kind),
      input: { level: 'all' },
    }),
    'notificationPreferences.getForChannelById': (fixture, _role, kind) => byId(fixture, kind),
    'notificationPreferences.setForDm': (fixture, _role, kind) => ({
      ...byId(fixture, kind),
      input: { level: 'nothing' },
    }),
    'notificationPreferences.getForDm': (fixture, _role, kind) => byId(fixture, kind),
  },
};

function byId(fixture: Fixture, kind: string) {
  return { parameters: { channelID: channelOf(fixture, kind) } };
}

function ofChannel(fixture: Fixture, kind: string) {
  return { parameters: { serverID: fixture.serverId, channelID: channelOf(fixture, kind) } };
}
