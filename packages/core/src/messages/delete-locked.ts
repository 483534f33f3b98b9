import type { Transaction } from '@palaver/db';
import { removeAttachmentsOf } from '../attachments/actions.js';
import { channelStream } from '../log/streams.js';
import type { AfterCommit, Emit } from '../log/transact.js';
import type { HookContext } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import type { Message } from '../protocol/records/message.js';
import { forgetEarlierTexts } from './edit-history.js';
import { deleteMentions } from './mention-rows.js';
import { forgetPin } from './pin-queries.js';
import * as queries from './queries.js';
import { supersedeAllReactions, supersedeReactions, supersedeText } from './superseded-events.js';

/** The transaction of a deletion. */
export interface Deleting {
  readonly tx: Transaction;
  readonly emit: Emit;
  readonly afterCommit: AfterCommit;
}

/**
 * Deletes a message with all that belongs to it, in the log as well, and publishes it. Call it under the lock of its
 * channel's stream.
 */
export async function deleteLocked(
  ctx: HookContext & Pick<Services, 'db' | 'files' | 'log'>,
  { tx, emit, afterCommit }: Deleting,
  message: Message,
): Promise<void> {
  const { id, channelId, threadId } = message;
  await ctx.hooks.keepPosition(tx, id);
  afterCommit(await removeAttachmentsOf(ctx, tx, id));
  await supersedeText(tx, message);
  await emit(channelStream(channelId), async ({ at }) => {
    await queries.softDeleteMessage(tx, message, at);
    await deleteMentions(tx, message);
    if (message.pinnedAt !== null) await forgetPin(tx, id);
    if (message.edited) await forgetEarlierTexts(tx, id);
    if (threadId !== null) await queries.uncountReply(tx, threadId);
    return { type: 'message.deleted', data: { id, channelId, threadId } };
  });
  const isWhole = await supersedeReactions(tx, message);
  if (!isWhole) afterCommit(() => supersedeAllReactions(ctx.db, message));
}
