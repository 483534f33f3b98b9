import { joinJsonTexts, jsonTexts, plainArrayLiteral, type Queryable, statement } from '@palaver/db';
import type { LoggedFrame } from './read.js';

/**
 * What the join says already is said again of the table alone: so it reads these rows only, whatever the plan of the
 * join.
 */
const write = statement(`
  update events set frame = new.frame, message_id = null
  from unnest($2::text::bigint[], ${jsonTexts('$3')}) new (seq, frame)
  where events.stream_id = $1 and events.seq = new.seq and events.seq = any($2::text::bigint[])
    and events.created_at between $4::timestamptz and $5::timestamptz`);

/** A frame, and the instant of its event, which names the partition. */
export interface DatedFrame extends LoggedFrame {
  readonly createdAt: Date;
}

/**
 * Replaces frames of a stream's log at their positions, given in order; those that retention has removed meanwhile stay
 * removed. Whoever folds the events must come to the same state: a later event says what holds now.
 */
export async function rewriteFrames(
  q: Queryable,
  streamId: string,
  frames: readonly DatedFrame[],
): Promise<void> {
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) return;
  await write(q, [
    streamId,
    plainArrayLiteral(frames.map(({ seq }) => seq)),
    joinJsonTexts(frames.map(({ frame }) => frame)),
    first.createdAt.toISOString(),
    last.createdAt.toISOString(),
  ]);
}
