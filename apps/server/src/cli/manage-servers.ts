import { AdminServer, Done } from '@palaver/core/protocol';
import { z } from 'zod';
import type { AdminApi } from './admin-api.js';
import { findUser } from './find-user.js';
import type { ListOptions } from './manage-users.js';
import { queryOf } from './paging.js';
import { table } from './table.js';
import { type Answer, CommandError } from './terminal.js';

export async function listServers(api: AdminApi, { query, limit, before }: ListOptions): Promise<Answer> {
  const data = await api(z.array(AdminServer), 'GET', `servers${queryOf({ query, limit, before })}`);
  const rows = data.map((server) => [
    server.id,
    server.name,
    server.ownerUsername,
    server.memberCount,
    server.createdAt,
  ]);
  return { data, text: table([['id', 'name', 'owner', 'members', 'created'], ...rows]) };
}

export async function showServer(api: AdminApi, id: string): Promise<Answer> {
  const server = await getServer(api, id);
  const { name, ownerUsername, memberCount, channelCount, createdAt } = server;
  const text = `${name} (${server.id}) is owned by ${ownerUsername}: members: ${memberCount}, channels: ${channelCount}, made on ${createdAt}.`;
  return { data: server, text };
}

export async function deleteServer(api: AdminApi, id: string, isConfirmed: boolean): Promise<Answer> {
  const { name, memberCount } = await getServer(api, id);
  if (!isConfirmed) {
    throw new CommandError(
      'NOT_CONFIRMED',
      `This deletes the server ${name} with everything in it, for its ${memberCount} members. Repeat it with --yes.`,
    );
  }
  const data = await api(Done, 'DELETE', `servers/${encodeURIComponent(id)}`);
  return { data, text: `Deleted the server ${name}.` };
}

export async function handOverServer(api: AdminApi, id: string, to: string): Promise<Answer> {
  const { id: userId } = await findUser(api, to);
  const server = await api(AdminServer, 'POST', `servers/${encodeURIComponent(id)}/owner`, { userId });
  return { data: server, text: `${server.name} is owned by ${server.ownerUsername}.` };
}

function getServer(api: AdminApi, id: string): Promise<AdminServer> {
  return api(AdminServer, 'GET', `servers/${encodeURIComponent(id)}`);
}
