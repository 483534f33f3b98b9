import { rowByRow, type WorkSource } from '../kernel/concurrency/background-work.js';
import { iso } from '../kernel/sql/instant.js';
import { tryLock } from '../kernel/sql/try-lock.js';
import { lockStream } from '../log/append.js';
import { readHeads } from '../log/read.js';
import { transact, type WriteContext } from '../log/transact.js';
import type { Using } from '../procedures/context.js';
import {
  deleteUnpublished,
  findCommands,
  nextUnpublished,
  type UnpublishedCommands,
} from './command-queries.js';

/** The streams that are still to be told that a bot has other commands, as background work. */
export function commandUpdates(ctx: WriteContext & Using<'upward'>): WorkSource {
  return rowByRow<UnpublishedCommands>(
    (after) => nextUnpublished(ctx.services.db, after),
    (unpublished) => publishTo(ctx, unpublished),
  );
}

/** Returns false where another node is doing that. */
function publishTo(
  ctx: WriteContext & Using<'upward'>,
  { botId, streamId }: UnpublishedCommands,
): Promise<boolean> {
  return transact(ctx, async (tx, emit) => {
    if (!(await tryLock(tx, `commands/${botId}/${streamId}`))) return false;
    const isWaiting = await deleteUnpublished(tx, { botId, streamId });
    const row = await findCommands(tx, botId);
    const [stream] = await readHeads(tx, [streamId]);
    if (!isWaiting || !row || !stream) return true;
    await lockStream(tx, stream);
    // Who shares a direct message does so for ever.
    if (stream.kind === 'server' && !(await ctx.services.upward.isServerMember(tx, streamId, botId)))
      return true;
    const data = { botId, updatedAt: iso(row.updatedAt) };
    await emit(stream, { type: 'commands.updated', data });
    return true;
  });
}
