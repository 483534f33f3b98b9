import type { Noun } from './matrix.js';
import { created, type Scene } from './scene.js';

/** Channel groups belong to the server; every member sees them, "creating one needs admin or owner" (product.md). */
export const groups: Noun = {
  table: `
                | anonymous | outsider  | ex-member | member     | channel member | admin | owner | bot
  groups.create | sign in   | no server | no server | admin only | admin only     | 201   | 201   | admin only
  groups.list   | sign in   | no server | no server | 200        | 200            | 200   | 200   | 200
  groups.update | sign in   | no server | no server | admin only | admin only     | 200   | 200   | admin only
  groups.delete | sign in   | no server | no server | admin only | admin only     | 200   | 200   | admin only
  `,
  prepare: {
    'groups.create': ({ serverId }) => ({ parameters: { serverID: serverId }, input: { name: 'Work' } }),
    'groups.list': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'groups.update': async (scene) => ({ ...(await ofNewGroup(scene)), input: { name: 'Play' } }),
    'groups.delete': ofNewGroup,
  },
};

async function ofNewGroup({ people, serverId }: Scene) {
  const groupID = await created(people.owner, `/api/servers/${serverId}/groups`, { name: 'Work' });
  return { parameters: { serverID: serverId, groupID } };
}
