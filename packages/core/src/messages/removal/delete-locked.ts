import type { Transaction } from '@palaver/db';
import { removeAttachmentsOf } from '../../attachments/actions.js';
import { channelStream } from '../../log/streams.js';
import type { AfterCommit, Emit } from '../../log/transact.js';
import type { UpwardServices } from '../../procedures/context.js';
import type { Services } from '../../procedures/services.js';
import type { Message } from '../../protocol/records/message.js';
import { forgetEarlierTexts } from '../history/edit-history.js';
import { lastRepliesWithout } from '../last-replies.js';
import { deleteMentions } from '../mentions/rows.js';
import { forgetPins } from '../pins/queries.js';
import * as queries from '../queries.js';
import { supersedeAllReactions, supersedeReactions, supersedeTexts } from './superseded-events.js';

/** The transaction of a deletion. */
export interface Deleting {
  readonly tx: Transaction;
  readonly emit: Emit;
  readonly afterCommit: AfterCommit;
}

/**
 * Deletes messages of one channel with all that belongs to them, in the log as well, and publishes it, in a number of statements
 * that does not depend on how many they are. Call it under the lock of the channel's stream.
 */
export async function deleteLocked(
  services: UpwardServices & Pick<Services, 'db' | 'files' | 'log'>,
  { tx, emit, afterCommit }: Deleting,
  channelId: string,
  messages: readonly Message[],
): Promise<void> {
  if (messages.length === 0) return;
  const ids = idsOf(messages);
  const stream = channelStream(channelId);
  await services.upward.keepPositions(tx, messages);
  afterCommit(await removeAttachmentsOf(services, tx, ids));
  await supersedeTexts(tx, channelId, ids);
  const left = await lastRepliesWithout(tx, messages);
  await emit(
    messages.map(({ id, threadId, alsoInChannel }) => {
      const lastReplies = left.get(threadId) ?? [];
      return {
        stream,
        event: { type: 'message.deleted', data: { id, channelId, threadId, alsoInChannel, lastReplies } },
      };
    }),
  );
  // Before the messages themselves: one whose replies go with it has none, and needs not be found by them later.
  await queries.uncountReplies(
    tx,
    messages.flatMap(({ threadId }) => threadId ?? []),
  );
  await queries.softDeleteMessages(tx, channelId, messages);
  await queries.forgetChannelReplies(tx, idsOf(messages.filter(({ alsoInChannel }) => alsoInChannel)));
  await deleteMentions(tx, messages);
  await forgetPins(tx, idsOf(messages.filter(({ pinnedAt }) => pinnedAt !== null)));
  await forgetEarlierTexts(tx, idsOf(messages.filter(({ edited }) => edited)));
  const isWhole = await supersedeReactions(tx, channelId, ids);
  if (!isWhole) afterCommit(() => supersedeAllReactions(services.db, channelId, ids));
}

const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);
