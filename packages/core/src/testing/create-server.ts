import type { Server } from '../protocol/records/server.js';
import type { TestUser } from './world.js';

/** Creates a server as `owner`, which the members then join by an invite. */
export async function createServerWith(owner: TestUser, ...members: TestUser[]): Promise<Server> {
  const server = await owner.call.servers.create({ name: 'Acme' });
  const { code } = await owner.call.servers.createInvite({ serverId: server.id });
  for (const member of members) await member.call.servers.acceptInvite({ code });
  return server;
}
