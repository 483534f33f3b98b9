import type { AccessTable } from './access-table.js';
import { createdId, type Fixture, once, otherServer } from './fixture.js';
import { uniqueName } from './rest-client.js';

/** Channel groups: every member of the server sees them, admins change them (docs/permissions.md). */
export const groups: AccessTable = {
  table: `
                | anonymous | outsider  | ex-member | member     | channel member | moderator  | admin | owner | bot
  groups.create | sign in   | no server | no server | admin only | admin only     | admin only | 201   | 201   | admin only
  groups.list   | sign in   | no server | no server | 200        | 200            | 200        | 200   | 200   | 200
  groups.update | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  groups.delete | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  `,
  prepare: {
    'groups.create': ({ serverId }) => ({
      parameters: { serverID: serverId },
      input: { name: uniqueName('Work') },
    }),
    'groups.list': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'groups.update': async (fixture) => ({ ...(await ofNewGroup(fixture)), input: { name: 'Play' } }),
    'groups.delete': ofNewGroup,
  },
  hidden: { groupID: async (fixture) => ({ role: 'owner', id: await groupOfOtherServer(fixture) }) },
};

export function groupOfOtherServer(fixture: Fixture): Promise<string> {
  return once(fixture, 'group of the other server', async () => {
    const path = `/api/servers/${await otherServer(fixture)}/groups`;
    return createdId(fixture.clients.owner, path, { name: 'Work' });
  });
}

async function ofNewGroup({ clients, serverId }: Fixture) {
  const groupID = await createdId(clients.owner, `/api/servers/${serverId}/groups`, { name: 'Work' });
  return { parameters: { serverID: serverId, groupID } };
}
