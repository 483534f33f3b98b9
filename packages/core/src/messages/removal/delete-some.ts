import { performance } from 'node:perf_hooks';
import type { UpwardServices } from '../../procedures/context.js';
import type { Services } from '../../procedures/services.js';
import type { Message } from '../../protocol/records/message.js';
import { type Deleting, deleteLocked } from './delete-locked.js';
import { findMessagesOf, type Whose } from './queries.js';

/** This many messages are deleted in one transaction at most. */
export const DELETIONS_MAX = 20;

/** This many of them together, in a few milliseconds. */
const TOGETHER = 10;

/** Posts to the channel wait for a transaction: it begins no further deletions after this time. */
const DELETING_MS = 10;

/**
 * Deletes as many of these messages as there is time for, and at least one; `inOthers` is called for what is somebody else's.
 * Returns how many it has looked at, and how many it has deleted. Call it under the lock of the channel's stream.
 */
export async function deleteSome(
  services: UpwardServices & Pick<Services, 'db' | 'files' | 'log'>,
  deleting: Deleting,
  whose: Whose,
  ids: readonly string[],
  inOthers: (messageId: string) => Promise<void> = async () => undefined,
): Promise<{ readonly looked: number; readonly removed: number }> {
  if (ids.length === 0) return { looked: 0, removed: 0 };
  const begun = performance.now();
  const messages = await findMessagesOf(deleting.tx, whose, ids);
  let looked = 0;
  let removed = 0;
  while (looked < ids.length && (looked === 0 || performance.now() - begun < DELETING_MS)) {
    const next = deletedTogether(messages, ids.slice(looked, looked + TOGETHER));
    await deleteLocked(services, deleting, whose.channelId, next);
    removed += next.length;
    if (next.length === 0) await inOthers(ids[looked] ?? '');
    looked += Math.max(next.length, 1);
  }
  return { looked, removed };
}

/** Those of the first ids that are to be deleted, up to one that is not. */
function deletedTogether(messages: ReadonlyMap<string, Message>, ids: readonly string[]): Message[] {
  const end = ids.findIndex((id) => !messages.has(id));
  return ids.slice(0, end === -1 ? ids.length : end).flatMap((id) => messages.get(id) ?? []);
}
