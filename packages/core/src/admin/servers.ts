import type { Transaction } from '@palaver/db';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import type { AdminContext } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import type { AdminServer } from '../protocol/records/admin.js';
import { handOverAnyServer, lockAnyServer, removeServer } from '../servers/ownership.js';
import { requireNoKey, transactAsAdmin } from './access.js';
import * as queries from './queries.js';
import { toAdminServer } from './record.js';
import type { HandOverInput, ListServersInput } from './schemas.js';

/** All servers, newest first. */
export async function listServers(ctx: AdminContext, input: ListServersInput): Promise<AdminServer[]> {
  return (await queries.listServers(ctx.services.db, input)).map(toAdminServer);
}

/** Throws `SERVER_NOT_FOUND`. */
export async function getServer(
  services: Pick<Services, 'db'> | { readonly db: Transaction },
  serverId: string,
): Promise<AdminServer> {
  const server = await queries.findServer(services.db, requireUuid(serverId, 'SERVER_NOT_FOUND'));
  if (!server) throw new AppError('SERVER_NOT_FOUND');
  return toAdminServer(server);
}

/** Deletes a server with its contents, as its owner can. Throws `SERVER_NOT_FOUND`. */
export async function deleteServer(ctx: AdminContext, serverId: string): Promise<void> {
  await transactAsAdmin(ctx, async (tx, record, emit) => {
    const { id, name, ownerId, memberCount } = await lockAnyServer(tx, serverId);
    await removeServer(ctx.services, tx, emit, id);
    await record({ act: 'server.deleted', target: { id, name }, details: { ownerId, memberCount } });
  });
}

/**
 * Hands a server over to one of its members; the former owner becomes an admin of it. For its owner nothing changes. Throws
 * `KEY_NOT_ALLOWED`, `SERVER_NOT_FOUND`, `MEMBER_NOT_FOUND`, `TOO_MANY_SERVERS`, or `INVALID_INPUT` for a bot and a deactivated account.
 */
export async function handOverServer(ctx: AdminContext, input: HandOverInput): Promise<AdminServer> {
  requireNoKey(ctx);
  return transactAsAdmin(ctx, async (tx, record, emit) => {
    const before = await handOverAnyServer(ctx.services, tx, emit, input);
    const owner = await queries.findUser(tx, input.userId);
    if (owner?.deactivatedAt) throw invalidField('userId', 'this account is deactivated');
    if (before.ownerId !== input.userId) {
      const details = { from: before.ownerId, to: input.userId };
      await record({ act: 'server.handedOver', target: { id: before.id, name: before.name }, details });
    }
    return getServer({ db: tx }, before.id);
  });
}
