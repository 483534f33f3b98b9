import type { Transaction } from '@palaver/db';
import { serverStream, userStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import type { HookContext } from '../procedures/context.js';
import { type MeRow, toMe, toUser } from './record.js';

/**
 * Tells of a changed account: what everybody sees to the servers it is in, and all of it to itself. Call it under the
 * account's lock, which keeps it from entering a server meanwhile; what changed nothing is not told.
 */
export async function publishProfile(
  ctx: HookContext,
  tx: Transaction,
  emit: Emit,
  before: MeRow,
  after: MeRow,
): Promise<void> {
  const user = toUser(after);
  if (!same(toUser(before), user)) {
    for (const serverId of await ctx.hooks.serversOf(tx, after.id)) {
      await emit(serverStream(serverId), { type: 'user.updated', data: user });
    }
  }
  const me = toMe(after);
  if (!same(toMe(before), me)) await emit(userStream(after.id), { type: 'me.updated', data: me });
}

/** Both come from one function, so their fields stand in one order. */
function same(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
