import type { AccessTable } from './access-table.js';
import {
  addToChannel,
  type ChannelKind,
  createChannel,
  type Fixture,
  newPerson,
  type Role,
  target,
} from './fixture.js';
import { groupOfOtherServer } from './groups.js';
import { uniqueName } from './rest-client.js';
import { deletedBot } from './users.js';

/**
 * Channels (docs/permissions.md): only members see a private channel, the owner and admins of its server
 * included; every member of the server sees a public one; admins edit, archive and delete channels that they see.
 */
export const channels: AccessTable = {
  table: `
                                | anonymous | outsider   | ex-member  | member     | channel member | moderator  | admin      | owner      | bot
  channels.create               | sign in   | no server  | no server  | 201        | 201            | 201        | 201        | 201        | 201
  channels.list                 | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200        | 200
  channels.get private          | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | 200
  channels.get public           | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200        | 200
  channels.update private       | sign in   | no server  | no server  | no channel | admin only     | no channel | no channel | no channel | admin only
  channels.update public        | sign in   | no server  | no server  | admin only | admin only     | admin only | 200        | 200        | admin only
  channels.delete private       | sign in   | no server  | no server  | no channel | admin only     | no channel | no channel | no channel | admin only
  channels.delete public        | sign in   | no server  | no server  | admin only | admin only     | admin only | 200        | 200        | admin only
  channels.join private         | sign in   | no server  | no server  | no channel | 200            | no channel | no channel | no channel | 200
  channels.join public          | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200        | 200
  channels.leave private        | sign in   | no server  | no server  | no channel | 200            | no channel | no channel | no channel | 200
  channels.leave public         | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200        | 200
  channels.members private      | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | 200
  channels.members public       | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200        | 200
  channels.addMember private    | sign in   | no server  | no server  | no channel | 201            | no channel | no channel | no channel | 201
  channels.addMember public     | sign in   | no server  | no server  | 201        | 201            | 201        | 201        | 201        | 201
  channels.removeMember private | sign in   | no server  | no server  | no channel | admin only     | no channel | no channel | no channel | admin only
  channels.removeMember public  | sign in   | no server  | no server  | admin only | admin only     | admin only | 200        | 200        | admin only
  channels.getById private      | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | 200
  channels.getById public       | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200        | 200
  channels.getById direct       | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | 200
  channels.membersById private  | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | 200
  channels.membersById public   | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200        | 200
  channels.membersById direct   | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | 200
  dms.get direct                | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | 200
  dms.get public                | sign in   | no channel | no channel | no channel | no channel     | no channel | no channel | no channel | no channel
  dms.members direct            | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | 200
  dms.members public            | sign in   | no channel | no channel | no channel | no channel     | no channel | no channel | no channel | no channel
  dms.create                    | sign in   | 201        | 201        | 201        | 201            | 201        | 201        | 201        | 201
  dms.list                      | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | 200
  `,
  prepare: {
    'channels.create': ({ serverId }) => ({
      parameters: { serverID: serverId },
      input: { name: uniqueName('channel') },
    }),
    'channels.list': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'channels.get': (fixture, _role, kind) => ({ parameters: ofChannel(fixture, channelOf(fixture, kind)) }),
    'channels.update': async (fixture, _role, kind) => ({
      parameters: ofChannel(fixture, await createChannel(fixture, kindOf(kind))),
      input: { topic: 'News', archived: true },
    }),
    'channels.delete': ofNewChannel,
    'channels.join': (fixture, role, kind) => ofNewChannel(fixture, role, kind, 'leave'),
    'channels.leave': (fixture, role, kind) => ofNewChannel(fixture, role, kind, 'join'),
    'channels.members': (fixture, _role, kind) => ({
      parameters: ofChannel(fixture, channelOf(fixture, kind)),
    }),
    'channels.addMember': async (fixture, _role, kind) => ({
      parameters: ofChannel(fixture, await createChannel(fixture, kindOf(kind))),
      input: { userId: fixture.otherMember.id },
    }),
    'channels.removeMember': async (fixture, _role, kind) => {
      const channelId = await target(fixture, 'channel of the other member', async () => {
        const id = await createChannel(fixture, kindOf(kind));
        await addToChannel(fixture, id, fixture.otherMember);
        return id;
      });
      return { parameters: { ...ofChannel(fixture, channelId), userID: fixture.otherMember.id } };
    },
    'channels.getById': byId,
    'channels.membersById': byId,
    'dms.get': byId,
    'dms.members': byId,
    'dms.create': async (fixture) => ({ input: { userIds: [(await newPerson(fixture)).id] } }),
    'dms.list': () => ({}),
  },
  hidden: { channelID: ({ channels: { private: id } }) => ({ role: 'admin', id }) },
  hiddenFields: [
    {
      operation: 'channels.update',
      field: 'groupId',
      hide: async (fixture) => ({ role: 'admin', id: await groupOfOtherServer(fixture) }),
      send: (fixture, groupId) => ({ parameters: inPublic(fixture), input: { groupId } }),
    },
    {
      operation: 'channels.addMember',
      field: 'userId',
      hide: ({ clients }) => ({ role: 'channel member', id: clients.outsider.id }),
      send: (fixture, userId) => ({ parameters: inPublic(fixture), input: { userId } }),
    },
    {
      operation: 'dms.create',
      field: 'userIds',
      hide: async (fixture) => ({ role: 'member', id: await deletedBot(fixture) }),
      send: (_fixture, id) => ({ input: { userIds: [id] } }),
    },
  ],
};

const inPublic = (fixture: Fixture) => ofChannel(fixture, fixture.channels.public);

function byId(fixture: Fixture, _role: string, kind: string) {
  return { parameters: { channelID: channelOf(fixture, kind) } };
}

/** `first` is what the caller has done before, so that the request changes something; who is not in a private channel joins none. */
async function ofNewChannel(fixture: Fixture, role: Role, kind: string, first?: 'join' | 'leave') {
  const parameters = ofChannel(fixture, await createChannel(fixture, kindOf(kind)));
  const path = `/api/servers/${parameters.serverID}/channels/${parameters.channelID}`;
  if (first !== undefined && kind === 'public') await fixture.clients[role].post(`${path}/${first}`);
  return { parameters };
}

function ofChannel({ serverId }: Fixture, channelId: string) {
  return { serverID: serverId, channelID: channelId };
}

/** The fixture's own channel of a kind, for requests that change nothing in it. */
export function channelOf({ channels: known }: Fixture, variant: string): string {
  return known[kindOf(variant)];
}

/** The kind of channel that a variant names. */
export function kindOf(variant: string): ChannelKind {
  if (variant === 'private' || variant === 'public' || variant === 'direct') return variant;
  throw new Error(`"${variant}" is not a kind of channel.`);
}
