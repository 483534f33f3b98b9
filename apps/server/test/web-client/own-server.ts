import type { Client } from '../../src/testing/client.js';
import type { Windows } from './windows.js';

/** A server of somebody, with a member. */
export async function ownServer(windows: Windows, name: string) {
  const owner = await windows.openAs(name);
  const { body } = await owner.person.post('/api/servers', { name: 'Acme' });
  const serverId: string = body.data.id;
  const invite = await owner.person.post(`/api/servers/${serverId}/invites`, {});
  const member = await windows.service.person(`${name}-friend`);
  await member.post(`/api/invites/${invite.body.data.code}/accept`);
  return { ...owner, member, serverId, settings: `/servers/${serverId}/settings` };
}

/** The channels of a server, as somebody sees them. */
export const channelsOf = async (person: Client, serverId: string) =>
  (await person.get(`/api/servers/${serverId}/channels`)).body.data;
