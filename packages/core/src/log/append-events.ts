import { joinJsonTexts, jsonTexts, plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import { type EventDraft, frameParts } from '../protocol/events.js';
import type { Hint } from './bus.js';
import type { Stream } from './streams.js';

/** An event, and the stream that it is appended to. */
export interface PlacedEvent {
  readonly stream: Stream;
  readonly event: EventDraft;
}

const write = statement<{ id: string; seq: string }>(`
  with placed as (
    select id, before_seq, after_seq, message_id, row_number() over (partition by id order by n) as step
    from unnest($2::text::uuid[], ${jsonTexts('$3')}, ${jsonTexts('$4')}, $5::text::uuid[])
      with ordinality frame (id, before_seq, after_seq, message_id, n)
  ), appended as (
    update stream_heads head
    set last_seq = head.last_seq + added.events, last_at = greatest(head.last_at, $1::timestamptz)
    from (select id, count(*) as events from placed group by id) added
    where head.id = added.id
    returning head.id, head.last_seq - added.events as base, head.last_at as at
  )
  insert into events (stream_id, seq, frame, created_at, message_id)
  select id, base + step, before_seq || (base + step) || after_seq, at, message_id from placed left join appended using (id)
  returning stream_id as id, seq`);

/**
 * Appends events, in their order within each stream, in one statement: the log writes each position into the frame itself.
 * The caller holds the locks of the streams where there are several. Returns the hints to publish after the commit. Where a stream
 * has no log, the statement fails, and with it the transaction, which may be over when the hints are made.
 */
export async function appendEvents(
  tx: Transaction,
  now: Date,
  placed: readonly PlacedEvent[],
): Promise<Hint[]> {
  const frames = placed.map(({ stream, event }) => frameParts(stream, event));
  const rows = await write(tx, [
    now.toISOString(),
    plainArrayLiteral(placed.map(({ stream }) => stream.id)),
    joinJsonTexts(frames.map(([before]) => before)),
    joinJsonTexts(frames.map(([, after]) => after)),
    plainArrayLiteral(placed.map(({ event }) => reactedMessage(event))),
  ]);
  const positions = firstPositions(rows);
  return placed.map(({ stream: { kind, id } }, index) => {
    const [seq, frame] = [positions.get(id), frames[index]];
    if (seq === undefined || !frame) throw new Error(`no log for the ${kind} ${id}`);
    positions.set(id, seq + 1);
    return { streamId: id, streamKind: kind, seq, frame: frame.join(String(seq)) };
  });
}

/** The message of a reaction's event. */
export function reactedMessage({ data }: EventDraft): string | null {
  return 'emoji' in data ? data.messageId : null;
}

function firstPositions(rows: ReadonlyArray<{ id: string; seq: string }>): Map<string, number> {
  const first = new Map<string, number>();
  for (const { id, seq } of rows) first.set(id, Math.min(Number(seq), first.get(id) ?? Number(seq)));
  return first;
}
