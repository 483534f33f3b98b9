import { performance } from 'node:perf_hooks';
import type { HookContext } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import { type Deleting, deleteLocked } from './delete-locked.js';
import { findMessagesOf, type Whose } from './removal-queries.js';

/** So many messages are deleted in one transaction at most. */
export const DELETIONS_MAX = 10;

/** Posts to the channel wait for a transaction: it begins no further deletion after this time. */
const DELETING_MS = 20;

/**
 * Deletes as many of these messages as there is time for, and at least one; `inOthers` is called for what is somebody else's.
 * Returns how many it has looked at, and how many it has deleted. Call it under the lock of the channel's stream.
 */
export async function deleteSome(
  ctx: HookContext & Pick<Services, 'db' | 'files' | 'log'>,
  deleting: Deleting,
  whose: Whose,
  ids: readonly string[],
  inOthers: (messageId: string) => Promise<void> = async () => undefined,
): Promise<{ readonly looked: number; readonly removed: number }> {
  if (ids.length === 0) return { looked: 0, removed: 0 };
  const begun = performance.now();
  const messages = await findMessagesOf(deleting.tx, whose, ids);
  let removed = 0;
  for (const [index, id] of ids.entries()) {
    if (index > 0 && performance.now() - begun > DELETING_MS) return { looked: index, removed };
    const message = messages.get(id);
    if (message) {
      await deleteLocked(ctx, deleting, message);
      removed += 1;
    } else {
      await inOthers(id);
    }
  }
  return { looked: ids.length, removed };
}
