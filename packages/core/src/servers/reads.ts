import { iso } from '../kernel/sql/instant.js';
import { readSnapshot } from '../log/snapshot.js';
import type { ActorContext } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { Server, ServerMember } from '../protocol/records/server.js';
import { toUser } from '../users/record.js';
import { accessServer } from './access.js';
import * as memberPages from './member-pages.js';
import { listServersOf } from './queries.js';
import { toServer } from './record.js';
import type { ListMembersInput, ListServersInput } from './schemas.js';

/** A server the caller is in. Throws `SERVER_NOT_FOUND`. */
export async function getServer(ctx: ActorContext, serverId: string): Promise<Server> {
  const server = await accessServer(ctx, serverId, 'read');
  setStreamPositions(ctx.request, { [server.id]: server.seq });
  return toServer(server);
}

/**
 * The servers the caller is in. The caller's own stream has the events that change the list, and the stream of each
 * server those that change the server.
 */
export async function listServers(ctx: ActorContext, { externalId }: ListServersInput): Promise<Server[]> {
  const { userId } = ctx.actor;
  const { value, positions } = await readSnapshot(
    ctx.services.db,
    [userId],
    (q) => listServersOf(q, userId, externalId),
    (rows) => ({
      [userId]: rows[0].userSeq,
      ...Object.fromEntries(rows.map(({ server, seq }) => [server.id, seq])),
    }),
  );
  setStreamPositions(ctx.request, positions);
  return value.map(({ server }) => toServer(server));
}

/** The members of a server. Throws `SERVER_NOT_FOUND`. */
export async function listMembers(ctx: ActorContext, input: ListMembersInput): Promise<ServerMember[]> {
  const { serverId } = input;
  const page = await memberPages.listMembers(ctx, serverId, input);
  setStreamPositions(ctx.request, { [serverId]: page.headSeq });
  const users = new Map(page.users.map((user) => [user.id, toUser(user)]));
  return page.members.map(({ userId, role, joinedAt, timedOutUntil }) => {
    const user = users.get(userId);
    if (!user) throw new Error('the foreign key of a member names a user');
    return {
      serverId,
      user,
      role,
      joinedAt: iso(joinedAt),
      timedOutUntil: timedOutUntil && iso(timedOutUntil),
    };
  });
}
