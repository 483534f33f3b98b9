import type { Transaction } from '@palaver/db';
import { lockStream } from '../log/append.js';
import { serverStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import type { UpwardServices } from '../procedures/context.js';
import { requireJoiningUser } from '../users/access.js';
import { joinServer } from './members.js';
import { findServer } from './queries.js';

/**
 * Makes a new account a member of servers, in the transaction that makes the account; one that does not exist any more
 * is left out. They are few, since all of them are locked, in the order of their ids.
 */
export async function joinServers(
  services: UpwardServices,
  tx: Transaction,
  emit: Emit,
  { userId, serverIds }: { readonly userId: string; readonly serverIds: readonly string[] },
): Promise<void> {
  if (serverIds.length === 0) return;
  const user = await requireJoiningUser(tx, userId, { alone: true });
  for (const serverId of [...serverIds].sort()) {
    if ((await findServer(tx, serverId)) === null) continue;
    await lockStream(tx, serverStream(serverId));
    // Read again under the lock: it may have been deleted in between.
    if ((await findServer(tx, serverId)) === null) continue;
    await joinServer(services, tx, emit, { serverId, user, role: 'member' });
  }
}
