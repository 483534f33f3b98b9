import { channelOf } from './channels.rows.js';
import type { Fixture } from './fixture.js';
import type { AccessTable } from './matrix.js';

/** Callers set their own preferences, for the servers that they are in and the channels that they see. */
export const notifications: AccessTable = {
  table: `
                                                | anonymous | outsider   | ex-member  | member     | channel member | admin      | owner      | bot
  notificationPreferences.setForServer          | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200
  notificationPreferences.getForServer          | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200
  notificationPreferences.setForChannel private | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | 200
  notificationPreferences.setForChannel public  | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200
  notificationPreferences.getForChannel private | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | 200
  notificationPreferences.getForChannel public  | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200
  notificationPreferences.setForChannelById private | sign in | no channel | no channel | no channel | 200         | no channel | no channel | 200
  notificationPreferences.setForChannelById public  | sign in | no channel | no channel | 200        | 200         | 200        | 200        | 200
  notificationPreferences.setForChannelById direct  | sign in | no channel | no channel | no channel | 200         | no channel | no channel | 200
  notificationPreferences.getForChannelById private | sign in | no channel | no channel | no channel | 200         | no channel | no channel | 200
  notificationPreferences.getForChannelById public  | sign in | no channel | no channel | 200        | 200         | 200        | 200        | 200
  notificationPreferences.getForChannelById direct  | sign in | no channel | no channel | no channel | 200         | no channel | no channel | 200
  notificationPreferences.setForDm direct           | sign in | no channel | no channel | no channel | 200         | no channel | no channel | 200
  notificationPreferences.setForDm public           | sign in | no channel | no channel | no channel | no channel  | no channel | no channel | no channel
  notificationPreferences.getForDm direct           | sign in | no channel | no channel | no channel | 200         | no channel | no channel | 200
  notificationPreferences.getForDm public           | sign in | no channel | no channel | no channel | no channel  | no channel | no channel | no channel
  `,
  prepare: {
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
