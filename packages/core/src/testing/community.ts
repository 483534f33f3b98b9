import type { Server } from '../protocol/records/server.js';
import type { Someone } from './world.js';

/** A server that `owner` has made and the given people have joined. */
export async function serverOf(owner: Someone, ...members: Someone[]): Promise<Server> {
  const server = await owner.call.servers.create({ name: 'Acme' });
  const { code } = await owner.call.servers.createInvite({ serverId: server.id });
  for (const member of members) await member.call.servers.acceptInvite({ code });
  return server;
}
