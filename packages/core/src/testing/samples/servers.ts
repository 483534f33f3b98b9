import type { AccessTable } from './access-table.js';
import {
  createdId,
  createInvite,
  createServer,
  type Fixture,
  inLine,
  newPerson,
  newPicture,
  once,
  otherServer,
  type Role,
  target,
} from './fixture.js';
import type { RestClient } from './rest-client.js';
import { uniqueName } from './rest-client.js';

/**
 * Servers, their members and invites (docs/permissions.md): members invite; admins also remove and ban members; the
 * owner also deletes the server, changes roles and transfers ownership. For everybody else the server is not found.
 */
export const servers: AccessTable = {
  table: `
                                   | anonymous | outsider  | ex-member | member     | channel member | moderator  | admin      | owner       | bot
  servers.create                   | sign in   | 201       | 201       | 201        | 201            | 201        | 201        | 201         | people only
  servers.list                     | sign in   | 200       | 200       | 200        | 200            | 200        | 200        | 200         | 200
  servers.get                      | sign in   | no server | no server | 200        | 200            | 200        | 200        | 200         | 200
  servers.update                   | sign in   | no server | no server | admin only | admin only     | admin only | 200        | 200         | admin only
  servers.setIcon                  | sign in   | no server | no server | admin only | admin only     | admin only | 200        | 200         | admin only
  servers.removeIcon               | sign in   | no server | no server | admin only | admin only     | admin only | 200        | 200         | admin only
  icons.get                        | 200       | 200       | 200       | 200        | 200            | 200        | 200        | 200         | 200
  icons.get none                   | no icon   | no icon   | no icon   | no icon    | no icon        | no icon    | no icon    | no icon     | no icon
  servers.delete                   | sign in   | no server | no server | owner only | owner only     | owner only | owner only | 200         | owner only
  servers.export                   | sign in   | no server | no server | owner only | owner only     | owner only | owner only | 200         | owner only
  servers.leave                    | sign in   | no server | no server | 200        | 200            | 200        | 200        | owner stays | 200
  servers.members                  | sign in   | no server | no server | 200        | 200            | 200        | 200        | 200         | 200
  servers.addMember                | sign in   | no server | no server | 201        | 201            | 201        | 201        | 201         | people only
  servers.addMember another's      | sign in   | no server | no server | no bot     | no bot         | no bot     | no bot     | no bot      | people only
  servers.updateMember             | sign in   | no server | no server | owner only | owner only     | owner only | owner only | 200         | owner only
  servers.updateMember ownership   | sign in   | no server | no server | owner only | owner only     | owner only | owner only | 200         | owner only
  servers.removeMember member      | sign in   | no server | no server | admin only | admin only     | admin only | 200        | 200         | admin only
  servers.removeMember moderator   | sign in   | no server | no server | admin only | admin only     | admin only | 200        | 200         | admin only
  servers.removeMember admin       | sign in   | no server | no server | admin only | admin only     | admin only | owner only | 200         | admin only
  servers.removeMember owner       | sign in   | no server | no server | admin only | admin only     | admin only | owner only | owner stays | admin only
  servers.removeMember bot         | sign in   | no server | no server | admin only | 200            | admin only | 200        | 200         | 200
  servers.ban member               | sign in   | no server | no server | admin only | admin only     | admin only | 200        | 200         | admin only
  servers.ban moderator            | sign in   | no server | no server | admin only | admin only     | admin only | 200        | 200         | admin only
  servers.ban admin                | sign in   | no server | no server | admin only | admin only     | admin only | owner only | 200         | admin only
  servers.ban owner                | sign in   | no server | no server | admin only | admin only     | admin only | owner only | owner stays | admin only
  servers.ban outsider             | sign in   | no server | no server | admin only | admin only     | admin only | 200        | 200         | admin only
  servers.unban                    | sign in   | no server | no server | admin only | admin only     | admin only | 200        | 200         | admin only
  servers.bans                     | sign in   | no server | no server | admin only | admin only     | admin only | 200        | 200         | admin only
  servers.timeOut member           | sign in   | no server | no server | moderator only | moderator only | 200        | 200        | 200         | moderator only
  servers.timeOut moderator        | sign in   | no server | no server | moderator only | moderator only | admin only | 200        | 200         | moderator only
  servers.timeOut admin            | sign in   | no server | no server | moderator only | moderator only | owner only | owner only | 200         | moderator only
  servers.timeOut owner            | sign in   | no server | no server | moderator only | moderator only | owner only | owner only | owner stays | moderator only
  servers.endTimeout member        | sign in   | no server | no server | moderator only | moderator only | 200        | 200        | 200         | moderator only
  servers.endTimeout moderator     | sign in   | no server | no server | moderator only | moderator only | admin only | 200        | 200         | moderator only
  servers.timeouts                 | sign in   | no server | no server | moderator only | moderator only | 200        | 200        | 200         | moderator only
  servers.deleteMessagesOf member    | sign in | no server | no server | moderator only | moderator only | 200        | 200        | 200         | moderator only
  servers.deleteMessagesOf moderator | sign in | no server | no server | moderator only | moderator only | admin only | 200        | 200         | moderator only
  servers.deleteMessagesOf admin     | sign in | no server | no server | moderator only | moderator only | owner only | owner only | 200         | moderator only
  servers.deleteMessagesOf owner     | sign in | no server | no server | moderator only | moderator only | owner only | owner only | owner stays | moderator only
  servers.deleteMessagesOf outsider  | sign in | no server | no server | moderator only | moderator only | 200        | 200        | 200         | moderator only
  servers.auditLog                 | sign in   | no server | no server | admin only | admin only     | admin only | 200        | 200         | admin only
  servers.createInvite             | sign in   | no server | no server | 201        | 201            | 201        | 201        | 201         | 201
  servers.listInvites              | sign in   | no server | no server | 200        | 200            | 200        | 200        | 200         | 200
  servers.deleteInvite owner's     | sign in   | no server | no server | no invite  | no invite      | no invite  | 200        | 200         | no invite
  servers.deleteInvite caller's    | sign in   | no server | no server | 200        | 200            | 200        | 200        | 200         | 200
  servers.getInvite                | 200       | 200       | 200       | 200        | 200            | 200        | 200        | 200         | 200
  servers.acceptInvite             | sign in   | 200       | 200       | 200        | 200            | 200        | 200        | 200         | people only
  erasures.list                    | sign in   | no server | no server | owner only | owner only     | owner only | owner only | 200         | owner only
  erasures.eraseMember             | sign in   | no server | no server | owner only | owner only     | owner only | owner only | 201         | owner only
  erasures.eraseChannel            | sign in   | no server | no server | owner only | owner only     | owner only | owner only | 201         | owner only
  `,
  prepare: {
    'servers.create': () => ({ input: { name: uniqueName('Another') } }),
    'servers.list': () => ({}),
    'servers.get': ofServer,
    'servers.update': ({ serverId }) => ({
      parameters: { serverID: serverId },
      input: { name: uniqueName('Acme') },
    }),
    'servers.setIcon': (fixture) => ({ ...ofServer(fixture), file: newPicture() }),
    'servers.removeIcon': async (fixture, role) => {
      const { parameters } = await ofNewServer(fixture, role);
      // Who is refused needs none.
      if (!fixture.shared) await setIcon(fixture.clients.owner, parameters.serverID);
      return { parameters };
    },
    'icons.get': async (fixture, _role, variant) => ({
      parameters: { file: variant === 'none' ? 'nothing.webp' : await anyIcon(fixture) },
    }),
    'servers.delete': ofNewServer,
    'servers.export': ofNewServer,
    'servers.leave': ofNewServer,
    'servers.members': ofServer,
    'servers.addMember': async (fixture, role, variant) => {
      const owner = variant === "another's" ? fixture.otherMember : ownerOfABot(fixture, role);
      const bot = await fixture.service.bot(owner, uniqueName('bot'));
      return { parameters: { serverID: fixture.serverId }, input: { userId: bot.id } };
    },
    'servers.updateMember': async (fixture, role, variant) => {
      const parameters = { serverID: await createServer(fixture, role), userID: fixture.otherMember.id };
      return { parameters, input: { role: variant === 'ownership' ? 'owner' : 'moderator' } };
    },
    'servers.removeMember': ofMember,
    'servers.ban': ofMember,
    'servers.unban': async (fixture) => {
      const { serverId, clients } = fixture;
      const { id } = await newPerson(fixture);
      await clients.owner.put(`/api/servers/${serverId}/bans/${id}`, {});
      return { parameters: { serverID: serverId, userID: id } };
    },
    'servers.bans': ofServer,
    'servers.timeOut': async (...args) => ({
      ...(await ofMember(...args)),
      input: { until: inAnHour() },
    }),
    'servers.deleteMessagesOf': async (...args) => ({ ...(await ofMember(...args)), input: { hours: 24 } }),
    'erasures.list': ofServer,
    'erasures.eraseMember': ofMember,
    'erasures.eraseChannel': async (fixture) => {
      const { clients, serverId } = fixture;
      const path = `/api/servers/${serverId}/channels`;
      const channelID = await createdId(clients.owner, path, { name: uniqueName('cleared') });
      return { parameters: { serverID: serverId, channelID } };
    },
    'servers.endTimeout': async (fixture, role, variant) => {
      const { parameters } = await ofMember(fixture, role, variant);
      const path = `/api/servers/${parameters.serverID}/timeouts/${parameters.userID}`;
      await fixture.clients.owner.put(path, { until: inAnHour() });
      return { parameters };
    },
    'servers.timeouts': ofServer,
    'servers.auditLog': ofServer,
    'servers.createInvite': (fixture) => ({ ...ofServer(fixture), input: { maxUses: ++uses } }),
    'servers.listInvites': ofServer,
    'servers.deleteInvite': async ({ serverId, clients }, role, variant) => {
      const isMember = !['anonymous', 'outsider', 'ex-member'].includes(role);
      const creator = variant === "caller's" && isMember ? clients[role] : clients.owner;
      return { parameters: { serverID: serverId, code: await createInvite(creator, serverId) } };
    },
    'servers.getInvite': async ({ clients, serverId }) => ({
      parameters: { code: await createInvite(clients.owner, serverId) },
    }),
    'servers.acceptInvite': async (fixture) => {
      const { otherMember } = fixture;
      const make = () => createdId(otherMember, '/api/servers', { name: 'Elsewhere' });
      const code = await createInvite(otherMember, await target(fixture, 'server of the other member', make));
      return { parameters: { code } };
    },
  },
  hidden: {
    serverID: ({ serverId }) => ({ role: 'outsider', id: serverId }),
    // A member of the server may accept a used-up invite again.
    code: async (fixture, operation) =>
      operation === 'servers.deleteInvite'
        ? { role: 'owner', id: await createInvite(fixture.clients.owner, await otherServer(fixture)) }
        : { role: 'outsider', id: await usedUpInvite(fixture) },
  },
  hiddenFields: [
    {
      operation: 'servers.addMember',
      field: 'userId',
      hide: ({ clients }) => ({ role: 'member', id: clients.bot.id }),
      send: ({ serverId }, userId) => ({ parameters: { serverID: serverId }, input: { userId } }),
    },
  ],
};

/** The last part of the path of an icon that stays. */
function anyIcon(fixture: Fixture): Promise<string> {
  return once(fixture, 'icon of the other server', async () =>
    setIcon(fixture.clients.owner, await otherServer(fixture)),
  );
}

/** Gives a server an icon, and returns the last part of its path. */
async function setIcon(who: RestClient, serverId: string): Promise<string> {
  const raw = new FormData();
  raw.set('file', new Blob([new Uint8Array(newPicture())], { type: 'image/svg+xml' }), 'icon.svg');
  const { body } = await inLine(() => who.put(`/api/servers/${serverId}/icon`, undefined, { raw }));
  return body.data.iconPath.split('/').at(-1);
}

async function usedUpInvite(fixture: Fixture): Promise<string> {
  const { owner, outsider } = fixture.clients;
  const serverId = await otherServer(fixture);
  const code = await createInvite(owner, serverId, { maxUses: 1 });
  await outsider.post(`/api/invites/${code}/accept`);
  await outsider.post(`/api/servers/${serverId}/leave`);
  return code;
}

let uses = 0;

/** By the clock of the database, which tests do not move. */
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

function ofServer({ serverId }: Fixture) {
  return { parameters: { serverID: serverId } };
}

/** A user of a new server, or somebody outside, who is to be sent away. */
async function ofMember(fixture: Fixture, role: Role, variant?: string) {
  const { clients, otherMember } = fixture;
  const serverId = await createServer(fixture, variant === 'bot' ? undefined : role);
  if (variant === 'admin' || variant === 'moderator')
    await promote(clients.owner, serverId, otherMember, variant);
  const others = { owner: clients.owner, bot: clients.bot, outsider: clients.outsider };
  const who = Object.entries(others).find(([name]) => name === variant)?.[1] ?? otherMember;
  return { parameters: { serverID: serverId, userID: who.id } };
}

async function ofNewServer(fixture: Fixture, role: Role) {
  return { parameters: { serverID: await createServer(fixture, role) } };
}

function ownerOfABot({ clients, otherMember }: Fixture, role: Role): RestClient {
  return role === 'anonymous' || role === 'bot' ? otherMember : clients[role];
}

async function promote(
  owner: RestClient,
  serverId: string,
  who: RestClient,
  role: 'admin' | 'moderator',
): Promise<void> {
  await owner.patch(`/api/servers/${serverId}/members/${who.id}`, { role });
}
