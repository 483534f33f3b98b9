import type { AccessTable } from './access-table.js';
import { createdId, type Fixture, otherServer } from './fixture.js';
import { uniqueName } from './rest-client.js';

/** User groups: every member of the server sees them, admins change them and their members (docs/permissions.md). */
export const userGroups: AccessTable = {
  table: `
                          | anonymous | outsider  | ex-member | member     | channel member | moderator  | admin | owner | bot
  userGroups.create       | sign in   | no server | no server | admin only | admin only     | admin only | 201   | 201   | admin only
  userGroups.list         | sign in   | no server | no server | 200        | 200            | 200        | 200   | 200   | 200
  userGroups.update       | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  userGroups.delete       | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  userGroups.members      | sign in   | no server | no server | 200        | 200            | 200        | 200   | 200   | 200
  userGroups.addMember    | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  userGroups.removeMember | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  `,
  prepare: {
    'userGroups.create': ({ serverId }) => ({
      parameters: { serverID: serverId },
      input: { handle: uniqueName('group') },
    }),
    'userGroups.list': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'userGroups.update': async (fixture) => ({ ...(await ofNewGroup(fixture)), input: { name: 'Design' } }),
    'userGroups.delete': ofNewGroup,
    'userGroups.members': ofNewGroup,
    'userGroups.addMember': ofMember,
    'userGroups.removeMember': async (fixture) => {
      const { parameters } = await ofMember(fixture);
      const { serverID, userGroupID, userID } = parameters;
      const path = `/api/servers/${serverID}/user-groups/${userGroupID}/members/${userID}`;
      await fixture.clients.owner.put(path);
      return { parameters };
    },
  },
  hidden: {
    userGroupID: async (fixture) => ({
      role: 'owner',
      id: await newUserGroup(fixture.clients.owner, await otherServer(fixture)),
    }),
  },
};

async function ofNewGroup({ clients, serverId }: Fixture) {
  return { parameters: { serverID: serverId, userGroupID: await newUserGroup(clients.owner, serverId) } };
}

async function ofMember(fixture: Fixture) {
  const { parameters } = await ofNewGroup(fixture);
  return { parameters: { ...parameters, userID: fixture.clients.member.id } };
}

export function newUserGroup(owner: Fixture['clients']['owner'], serverId: string): Promise<string> {
  const group = { handle: uniqueName('group') };
  return createdId(owner, `/api/servers/${serverId}/user-groups`, group);
}
