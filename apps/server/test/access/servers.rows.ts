import type { Client } from '../../src/testing/client.js';
import type { Noun } from './matrix.js';
import { createServer, freshName, type Role, type Scene } from './scene.js';

/**
 * Servers, their members and invites: "Members … invite …; admins also remove members; the owner also deletes the
 * server, changes roles, hands over ownership" (product.md). Who is not in a server cannot tell that it exists.
 */
export const servers: Noun = {
  table: `
                                   | anonymous | outsider  | ex-member | member     | channel member | admin      | owner       | bot
  servers.create                   | sign in   | 201       | 201       | 201        | 201            | 201        | 201         | people only
  servers.list                     | sign in   | 200       | 200       | 200        | 200            | 200        | 200         | 200
  servers.get                      | sign in   | no server | no server | 200        | 200            | 200        | 200         | 200
  servers.update                   | sign in   | no server | no server | admin only | admin only     | 200        | 200         | admin only
  servers.delete                   | sign in   | no server | no server | owner only | owner only     | owner only | 200         | owner only
  servers.leave                    | sign in   | no server | no server | 200        | 200            | 200        | owner stays | 200
  servers.members                  | sign in   | no server | no server | 200        | 200            | 200        | 200         | 200
  servers.addMember                | sign in   | no server | no server | 201        | 201            | 201        | 201         | people only
  servers.addMember another's      | sign in   | no server | no server | no bot     | no bot         | no bot     | no bot      | people only
  servers.updateMember             | sign in   | no server | no server | owner only | owner only     | owner only | 200         | owner only
  servers.updateMember ownership   | sign in   | no server | no server | owner only | owner only     | owner only | 200         | owner only
  servers.removeMember member      | sign in   | no server | no server | admin only | admin only     | 200        | 200         | admin only
  servers.removeMember admin       | sign in   | no server | no server | admin only | admin only     | owner only | 200         | admin only
  servers.removeMember owner       | sign in   | no server | no server | admin only | admin only     | owner only | owner stays | admin only
  servers.removeMember bot         | sign in   | no server | no server | admin only | 200            | 200        | 200         | 200
  servers.createInvite             | sign in   | no server | no server | 201        | 201            | 201        | 201         | 201
  servers.listInvites              | sign in   | no server | no server | 200        | 200            | 200        | 200         | 200
  servers.deleteInvite owner's     | sign in   | no server | no server | no invite  | no invite      | 200        | 200         | no invite
  servers.deleteInvite caller's    | sign in   | no server | no server | 200        | 200            | 200        | 200         | 200
  servers.getInvite                | sign in   | 200       | 200       | 200        | 200            | 200        | 200         | 200
  servers.acceptInvite             | sign in   | 200       | 200       | 200        | 200            | 200        | 200         | people only
  `,
  prepare: {
    'servers.create': () => ({ input: { name: 'Another' } }),
    'servers.list': () => ({}),
    'servers.get': ofServer,
    'servers.update': ({ serverId }) => ({
      parameters: { serverID: serverId },
      input: { name: freshName('Acme') },
    }),
    'servers.delete': ofNewServer,
    'servers.leave': ofNewServer,
    'servers.members': ofServer,
    'servers.addMember': async (scene, role, variant) => {
      const owner = variant === "another's" ? scene.bystander : ownerOfABot(scene, role);
      const bot = await scene.service.bot(owner, freshName('bot'));
      return { parameters: { serverID: scene.serverId }, input: { userId: bot.id } };
    },
    'servers.updateMember': async (scene, _role, variant) => {
      const parameters = { serverID: await createServer(scene), userID: scene.bystander.id };
      return { parameters, input: { role: variant === 'ownership' ? 'owner' : 'admin' } };
    },
    'servers.removeMember': async (scene, _role, variant) => {
      const { people, bystander } = scene;
      const serverId = await createServer(scene);
      if (variant === 'admin') await promote(people.owner, serverId, bystander);
      const who = variant === 'owner' ? people.owner : variant === 'bot' ? people.bot : bystander;
      return { parameters: { serverID: serverId, userID: who.id } };
    },
    'servers.createInvite': ofServer,
    'servers.listInvites': ofServer,
    'servers.deleteInvite': async ({ serverId, people }, role, variant) => {
      const isMember = !['anonymous', 'outsider', 'ex-member'].includes(role);
      const creator = variant === "caller's" && isMember ? people[role] : people.owner;
      return { parameters: { serverID: serverId, code: await invite(creator, serverId) } };
    },
    'servers.getInvite': async ({ people, serverId }) => ({
      parameters: { code: await invite(people.owner, serverId) },
    }),
    'servers.acceptInvite': async (scene) => {
      return { parameters: { code: await invite(scene.people.owner, await createServer(scene)) } };
    },
  },
};

function ofServer({ serverId }: Scene) {
  return { parameters: { serverID: serverId } };
}

async function ofNewServer(scene: Scene) {
  return { parameters: { serverID: await createServer(scene) } };
}

function ownerOfABot({ people, bystander }: Scene, role: Role): Client {
  return role === 'anonymous' || role === 'bot' ? bystander : people[role];
}

async function promote(owner: Client, serverId: string, who: Client): Promise<void> {
  await owner.patch(`/api/servers/${serverId}/members/${who.id}`, { role: 'admin' });
}

async function invite(creator: Client, serverId: string): Promise<string> {
  const { body } = await creator.post(`/api/servers/${serverId}/invites`, {});
  return body.data.code;
}
