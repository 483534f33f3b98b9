import type { Queryable, Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireQuota } from '../kernel/errors/require-quota.js';
import type { Services } from '../procedures/services.js';
import { isBanned } from './ban-queries.js';
import { isDeparting } from './departure-queries.js';
import { countServersOf, countServersOwnedBy } from './queries.js';

type Limits = Pick<Services, 'settings'>;

/**
 * Checks that a user who is not in a server may come in. Call it under the lock of the account alone, and under the
 * server's. Throws `BANNED`, `TOO_MANY_SERVERS_JOINED`, or `BUSY` while the user is still leaving the server's channels:
 * with a role again they would be in private ones that they have been removed from.
 */
export async function requireAdmission(
  services: Limits,
  tx: Transaction,
  serverId: string,
  userId: string,
): Promise<void> {
  if (await isBanned(tx, serverId, userId)) throw new AppError('BANNED');
  if (await isDeparting(tx, serverId, userId)) {
    const message = 'The channels of this server are still being left; try again in a moment.';
    throw new AppError('BUSY', { message });
  }
  await requireRoomForServer(services, tx, userId);
}

/** Throws `TOO_MANY_SERVERS_JOINED`. Call it under the lock of the account alone. */
export async function requireRoomForServer(
  { settings }: Limits,
  q: Queryable,
  userId: string,
): Promise<void> {
  requireQuota('serversJoined', await countServersOf(q, userId), settings.quotas.serversJoined);
}

/** Checks that a person may own one more server. Call it under the lock of the account alone. Throws `TOO_MANY_SERVERS`. */
export async function requireRoomForOwnServer(
  { settings }: Limits,
  q: Queryable,
  userId: string,
): Promise<void> {
  requireQuota('serversOwned', await countServersOwnedBy(q, userId), settings.quotas.serversOwned);
}
