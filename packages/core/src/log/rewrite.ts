import { joinJsonTexts, jsonTexts, plainArrayLiteral, type Queryable, statement } from '@palaver/db';
import type { LoggedFrame } from './read.js';

const write = statement(`
  update events set frame = new.frame, message_id = null
  from unnest($2::text::bigint[], ${jsonTexts('$3')}) new (seq, frame)
  where events.stream_id = $1 and events.seq = new.seq`);

/**
 * Replaces frames of a stream's log at their positions; those that retention has removed meanwhile stay removed. Whoever
 * folds the events must come to the same state: a later event says what holds now.
 */
export async function rewriteFrames(
  q: Queryable,
  streamId: string,
  frames: readonly LoggedFrame[],
): Promise<void> {
  await write(q, [
    streamId,
    plainArrayLiteral(frames.map(({ seq }) => seq)),
    joinJsonTexts(frames.map(({ frame }) => frame)),
  ]);
}
