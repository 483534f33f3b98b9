import type { Transaction } from '@palaver/db';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { iso } from '../kernel/sql/instant.js';
import { lockStream } from '../log/append.js';
import { serverStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import type { Services } from '../procedures/services.js';
import type { Role } from '../protocol/records/server.js';
import { lockJoiningUser } from '../users/access.js';
import { requireRoomForOwnServer } from './admission.js';
import { recordAct } from './audit-log.js';
import * as queries from './member-queries.js';
import { findServer, type ServerRow, updateServer } from './queries.js';
import { toServer } from './record.js';
import { liftTimeout } from './timeouts.js';

/** Deletes a server under its lock. Its rows in other tables are removed later. */
export async function removeServer(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  emit: Emit,
  serverId: string,
): Promise<void> {
  await updateServer(tx, serverId, { deletedAt: clock.now() });
  await emit(serverStream(serverId), { type: 'server.deleted', data: { id: serverId } });
}

/** Hands a server over to a member, under its lock; the former owner becomes an admin. Returns the changed server. */
export async function makeOwner(
  tx: Transaction,
  emit: Emit,
  { serverId, from, to }: { readonly serverId: string; readonly from: string; readonly to: string },
): Promise<ServerRow> {
  await setRole(tx, emit, serverId, from, 'admin');
  await setRole(tx, emit, serverId, to, 'owner');
  // Nobody could end it.
  await liftTimeout(tx, emit, serverId, to);
  const server = await updateServer(tx, serverId, { ownerId: to });
  await emit(serverStream(serverId), { type: 'server.updated', data: toServer(server) });
  return server;
}

/** Changes a member's role, under the server's lock. */
export async function setRole(
  tx: Transaction,
  emit: Emit,
  serverId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await emit(serverStream(serverId), async () => {
    const { timedOutUntil } = await queries.updateRole(tx, serverId, userId, role);
    const data = { serverId, userId, role, timedOutUntil: timedOutUntil && iso(timedOutUntil) };
    return { type: 'member.updated', data };
  });
}

/** Locks a server for who administers all of them. Throws `SERVER_NOT_FOUND`. */
export async function lockAnyServer(tx: Transaction, serverId: string): Promise<ServerRow> {
  await lockStream(tx, serverStream(requireUuid(serverId, 'SERVER_NOT_FOUND')));
  const server = await findServer(tx, serverId);
  if (!server) throw new AppError('SERVER_NOT_FOUND');
  return server;
}

/**
 * Hands any server over to one of its members. Returns the server before the change. Throws `SERVER_NOT_FOUND`,
 * `MEMBER_NOT_FOUND`, `TOO_MANY_SERVERS`, or `INVALID_INPUT` for a bot.
 */
export async function handOverAnyServer(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  emit: Emit,
  { serverId, userId }: { readonly serverId: string; readonly userId: string },
): Promise<ServerRow> {
  // The account's lock comes before the server's.
  await lockJoiningUser(tx, requireUuid(userId, 'MEMBER_NOT_FOUND'), { alone: true });
  const server = await lockAnyServer(tx, serverId);
  const member = await queries.findMember(tx, serverId, userId);
  if (!member) throw new AppError('MEMBER_NOT_FOUND');
  if (member.user.bot) throw invalidField('userId', 'a bot cannot own a server');
  if (server.ownerId === userId) return server;
  await requireRoomForOwnServer(services, tx, userId);
  await makeOwner(tx, emit, { serverId, from: server.ownerId, to: userId });
  await recordAct({ services, actor: null }, tx, {
    serverId,
    act: 'server.handedOver',
    target: { id: userId, name: member.user.username },
    details: { from: member.role, to: 'owner' },
  });
  return server;
}
