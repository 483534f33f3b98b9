import type { AccessTable } from './access-table.js';
import { channelOf, kindOf } from './channels.js';
import { createChannel, createdId, createServer, type Fixture, newCaller, newPerson } from './fixture.js';
import type { RestClient } from './rest-client.js';

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
  notifications.read own                        | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | no item
  mailPreferences.get                           | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | people only
  mailPreferences.set                           | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | people only
  mailPreferences.unsubscribe                   | bad link  | bad link   | bad link   | bad link   | bad link       | bad link   | bad link   | bad link   | bad link
  notificationPreferences.effectiveForServer    | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200        | 200
  notificationPreferences.effectiveForChannel private | sign in | no channel | no channel | no channel | 200       | no channel | no channel | no channel | 200
  notificationPreferences.effectiveForChannel public  | sign in | no channel | no channel | 200        | 200       | 200        | 200        | 200        | 200
  notificationPreferences.effectiveForChannelById private | sign in | no channel | no channel | no channel | 200   | no channel | no channel | no channel | 200
  notificationPreferences.effectiveForChannelById public  | sign in | no channel | no channel | 200        | 200   | 200        | 200        | 200        | 200
  notificationPreferences.effectiveForChannelById direct  | sign in | no channel | no channel | no channel | 200   | no channel | no channel | no channel | 200
  notificationPreferences.setForAccount         | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | people only
  notificationPreferences.getForAccount         | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | people only
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
    'notifications.readAll': async (fixture, role) => {
      const caller = await newCaller(fixture, role);
      if (caller.id !== fixture.clients[role].id) await itemOf(fixture, caller);
      return { caller };
    },
    'notifications.read': async (fixture, role, variant) => {
      if (variant === '') return { parameters: { notificationID: fixture.serverId } };
      const caller = await newCaller(fixture, role);
      const isPerson = caller.id !== fixture.clients[role].id;
      const item = isPerson ? await itemOf(fixture, caller) : fixture.serverId;
      return { caller, parameters: { notificationID: item } };
    },
    'mailPreferences.get': () => ({}),
    'mailPreferences.set': async (fixture, role) => ({
      caller: await newCaller(fixture, role),
      input: { digest: '15m' },
    }),
    // A token of somebody else's is in `digest-mails.test.ts`.
    'mailPreferences.unsubscribe': () => ({ input: { token: 'guessed' } }),
    'notificationPreferences.effectiveForServer': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'notificationPreferences.effectiveForChannel': (fixture, _role, kind) =>
      ofChannel(fixture, channelOf(fixture, kind)),
    'notificationPreferences.effectiveForChannelById': (fixture, _role, kind) =>
      byId(fixture, channelOf(fixture, kind)),
    'notificationPreferences.setForAccount': async (fixture, role) => ({
      caller: await newCaller(fixture, role),
      input: { keywords: ['deploy'] },
    }),
    'notificationPreferences.getForAccount': () => ({}),
    'notificationPreferences.setForServer': async (fixture, role) => ({
      parameters: { serverID: await createServer(fixture, role) },
      input: { level: 'nothing' },
    }),
    'notificationPreferences.getForServer': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'notificationPreferences.setForChannel': async (fixture, _role, kind) => ({
      ...ofChannel(fixture, await createChannel(fixture, kindOf(kind))),
      input: { level: 'nothing' },
    }),
    'notificationPreferences.getForChannel': (fixture, _role, kind) =>
      ofChannel(fixture, channelOf(fixture, kind)),
    'notificationPreferences.setForChannelById': async (fixture, _role, kind) => ({
      ...byId(fixture, await createChannel(fixture, kindOf(kind))),
      input: { level: 'nothing' },
    }),
    'notificationPreferences.getForChannelById': (fixture, _role, kind) =>
      byId(fixture, channelOf(fixture, kind)),
    'notificationPreferences.setForDm': async (fixture, _role, kind) => ({
      ...byId(fixture, await createChannel(fixture, kindOf(kind))),
      input: { level: 'nothing' },
    }),
    'notificationPreferences.getForDm': (fixture, _role, kind) => byId(fixture, channelOf(fixture, kind)),
  },
  hidden: {
    notificationID: async (fixture) => ({
      role: 'member',
      id: await itemOf(fixture, await newPerson(fixture)),
    }),
  },
};

/** Somebody has written to a person. Returns the item of their inbox. */
async function itemOf({ otherMember }: Fixture, person: RestClient): Promise<string> {
  const dm = await createdId(otherMember, '/api/dms', { userIds: [person.id] });
  await createdId(otherMember, `/api/channels/${dm}/messages`, { content: 'hello' });
  return newestItem(person);
}

/** The newest item of an inbox, once there is one: it is made after the answer to the post. */
async function newestItem(client: RestClient): Promise<string> {
  for (;;) {
    const { body } = await client.get('/api/notifications');
    const [item] = body.data;
    if (item) return item.id;
  }
}

function byId(_fixture: Fixture, channelID: string) {
  return { parameters: { channelID } };
}

function ofChannel({ serverId }: Fixture, channelID: string) {
  return { parameters: { serverID: serverId, channelID } };
}
