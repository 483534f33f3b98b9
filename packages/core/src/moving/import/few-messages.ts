import type { Queryable } from '@palaver/db';
import { type ChunkContext, isUpdate, type Placed } from './chunk.js';
import { changesIn, groupsOf } from './message-changes.js';

/** This number is written within 50 ms (docs/lab/performance.md, W13). */
const MESSAGES = 40;

/**
 * How many lines of a chunk are written at once. In a server that is used, who posts to a channel waits while messages of an archive are
 * written there, so these are few; lines that change nothing lock nothing.
 */
export async function linesAtOnce(
  ctx: Pick<ChunkContext, 'importId' | 'ownId' | 'known'> & { readonly db: Queryable },
  lines: readonly Placed[],
): Promise<number> {
  if (!isUpdate(ctx)) return lines.length;
  const { fresh, changed } = await changesIn({ ...ctx, tx: ctx.db }, groupsOf(lines));
  const written = [...fresh, ...changed].map(({ line }) => line.line).sort((a, b) => a - b);
  const next = written[MESSAGES];
  return next === undefined ? lines.length : lines.findIndex(({ line }) => line === next);
}
