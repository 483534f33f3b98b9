import type { Transaction } from '@palaver/db';
import type { WorkSource } from '../kernel/concurrency/background-work.js';
import { lockStreams } from '../log/append.js';
import { userStream } from '../log/streams.js';
import { transact, type WriteContext } from '../log/transact.js';
import { deleteCommands } from './command-queries.js';
import { deleteEndpoint } from './endpoint/queries.js';
import { deleteInteraction, endInteractionsOf, lockEnded, supersedeEvents } from './queries.js';

/**
 * Ends the interactions whose time is over, one in a transaction: both parties are told, and what was typed and answered goes out
 * of the log. Whichever node does it, it is done once.
 */
export function endOfInteractions(ctx: WriteContext): WorkSource {
  return () =>
    transact(ctx, async (tx, emit) => {
      const row = await lockEnded(tx, ctx.services.clock.now());
      if (row === null) return false;
      const { id, botId, userId, channelId, answers, askedSeq, answerSeqs } = row;
      const streams = [...new Set([botId, userId])].sort().map(userStream);
      await lockStreams(tx, streams);
      await supersedeEvents(tx, botId, [askedSeq]);
      await supersedeEvents(tx, userId, answerSeqs);
      const data = { interactionId: id, botId, userId, channelId, answered: answers > 0 };
      await emit(streams, { type: 'interaction.ended', data });
      await deleteInteraction(tx, id);
      return true;
    });
}

/** What a bot that is being deleted leaves: its commands and its endpoint go, and its interactions end. */
export async function forgetBot(tx: Transaction, botId: string): Promise<void> {
  await deleteCommands(tx, botId);
  await deleteEndpoint(tx, botId);
  await endInteractionsOf(tx, botId);
}
