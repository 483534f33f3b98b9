import type { Transaction } from '@palaver/db';
import { assignAttachments, lockAttachments } from '../attachments/actions.js';
import { lockStream } from '../log/append.js';
import { channelStream } from '../log/streams.js';
import type { PostDraft } from '../procedures/post-queue.js';
import { type BatchOutcome, postBatch } from './post-batch.js';

/**
 * Posts to one channel inside a transaction that waits for the channel's log. A post with attachments must be alone:
 * a claim of attachments that fails takes the whole batch with it. Throws what `lockAttachments` does.
 */
export async function postUnderLock(
  tx: Transaction,
  channelId: string,
  posts: readonly PostDraft[],
  now: Date,
): Promise<BatchOutcome[]> {
  await lockStream(tx, channelStream(channelId));
  const outcomes = await postBatch(tx, posts, now, {
    claimAttachments: (post, messageId) =>
      lockAttachments(tx, { channelId, uploaderId: post.userId, messageId, ids: post.attachmentIds }),
  });
  for (const outcome of outcomes) {
    if (outcome.kind === 'posted') await assignAttachments(tx, outcome.message.attachments);
  }
  return outcomes;
}
