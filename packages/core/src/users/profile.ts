import type { Transaction } from '@palaver/db';
import { serverStream, userStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import type { HookContext } from '../procedures/context.js';
import { type MeRow, toMe, toUser } from './record.js';

/**
 * Publishes a changed account: the public profile to the servers it is in, and all of it to the account's own stream.
 * Without a change nothing is published. Call it under the account's lock, so that the account joins no server meanwhile.
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

/** Both are made by one function, so their fields are in the same order. */
function same(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
