import { joinJsonTexts, jsonTexts, plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import { type EventDraft, frameParts } from '../protocol/events.js';
import type { Hint } from './bus.js';
import type { Stream } from './streams.js';

const write = statement<{ id: string; seq: string }>(`
  with appended as (
    update stream_heads head set last_seq = head.last_seq + 1, last_at = greatest(head.last_at, $1::timestamptz)
    from unnest($2::text::uuid[], ${jsonTexts('$3')}, ${jsonTexts('$4')}) frame (id, before_seq, after_seq)
    where head.id = frame.id
    returning head.id, head.last_seq as seq, head.last_at as at, frame.before_seq, frame.after_seq
  )
  insert into events (stream_id, seq, frame, created_at)
  select id, seq, before_seq || seq || after_seq, at from appended
  returning stream_id as id, seq`);

/**
 * Appends one event to each of the streams, in one statement: the log writes each position into the frame itself. The
 * caller holds the locks of the streams where there are several. Returns the hints to publish after the commit.
 */
export async function appendEvent(
  tx: Transaction,
  streams: readonly Stream[],
  now: Date,
  event: EventDraft,
): Promise<Hint[]> {
  const frames = streams.map(({ id }) => frameParts(id, event));
  const rows = await write(tx, [
    now.toISOString(),
    plainArrayLiteral(streams.map(({ id }) => id)),
    joinJsonTexts(frames.map(([before]) => before)),
    joinJsonTexts(frames.map(([, after]) => after)),
  ]);
  const positions = new Map(rows.map(({ id, seq }) => [id, Number(seq)]));
  return streams.map(({ kind, id }, index) => {
    const [seq, frame] = [positions.get(id), frames[index]];
    if (seq === undefined || !frame) throw new Error(`no log for the ${kind} ${id}`);
    return { streamId: id, seq, frame: frame.join(String(seq)) };
  });
}
