import { channelOf } from './channels.rows.js';
import type { Noun } from './matrix.js';
import type { Scene } from './scene.js';

/** Everybody sets their own preferences, for the servers they are in and the channels they see. */
export const notifications: Noun = {
  table: `
                                                | anonymous | outsider   | ex-member  | member     | channel member | admin      | owner      | bot
  notificationPreferences.setForServer          | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200
  notificationPreferences.getForServer          | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200
  notificationPreferences.setForChannel private | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | 200
  notificationPreferences.setForChannel public  | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200
  notificationPreferences.getForChannel private | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | 200
  notificationPreferences.getForChannel public  | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200
  `,
  prepare: {
    'notificationPreferences.setForServer': ({ serverId }) => ({
      parameters: { serverID: serverId },
      input: { level: 'mentions' },
    }),
    'notificationPreferences.getForServer': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'notificationPreferences.setForChannel': (scene, _role, kind) => ({
      ...ofChannel(scene, kind),
      input: { level: 'all' },
    }),
    'notificationPreferences.getForChannel': (scene, _role, kind) => ofChannel(scene, kind),
  },
};

function ofChannel(scene: Scene, kind: string) {
  return { parameters: { serverID: scene.serverId, channelID: channelOf(scene, kind) } };
}
