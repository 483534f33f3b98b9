import type { Transaction } from '@palaver/db';
import type { Emit } from '../log/transact.js';
import type { Services } from '../procedures/services.js';
import { recordAct } from './audit-log.js';
import type { Departure } from './departure-queries.js';
import { makeOwner, removeServer } from './ownership.js';
import { findHeir } from './succession-queries.js';

/**
 * Hands a server over because its owner goes, under its lock: to an admin, else to a moderator, else to a member, of each
 * the one who has been there longest. Returns false where nobody is left, and the server is deleted.
 *
 * The heir is not asked, so the quota of servers that one owns does not count here: the server would be lost by it.
 */
export async function passOnServer(
  services: Pick<Services, 'clock'>,
  tx: Transaction,
  emit: Emit,
  { serverId, userId: from }: Departure,
): Promise<boolean> {
  const heir = await findHeir(tx, { serverId, userId: from });
  if (!heir) {
    await removeServer(services, tx, emit, serverId);
    return false;
  }
  await makeOwner(tx, emit, { serverId, from, to: heir.id });
  await recordAct({ services, actor: { userId: from } }, tx, {
    serverId,
    act: 'server.handedOver',
    target: { id: heir.id, name: heir.username },
    details: { from: heir.role, to: 'owner', ownerIsGone: true },
  });
  return true;
}
