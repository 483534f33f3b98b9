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
  return about(await getServer(api, id));
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
  return about(await api(AdminServer, 'POST', `servers/${encodeURIComponent(id)}/owner`, { userId }));
}

function getServer(api: AdminApi, id: string): Promise<AdminServer> {
  return api(AdminServer, 'GET', `servers/${encodeURIComponent(id)}`);
}

function about(server: AdminServer): Answer {
  return { data: server, text: table(Object.entries(server)) };
}
