import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import { type LoggedFrame, readLog } from '../read.js';
import type { Behind } from './positions.js';

/** As many events are taken in one transaction, of all streams together. */
const EVENTS_MAX = 500;

/** The next events of a stream. */
export interface NextEvents {
  readonly behind: Behind;
  readonly events: readonly LoggedFrame[];
  /** How many events before these, or in their place, the log has no more. */
  readonly lost: number;
}

const recent = statement<{ id: string; seq: string; frame: string }>(`
  select asked.id, event.seq, event.frame
  from unnest($1::text::uuid[], $2::text::bigint[], $3::text::bigint[]) asked (id, after, until)
  cross join lateral (
    select seq, frame from events
    where stream_id = asked.id and seq > asked.after and seq <= asked.until
      and created_at >= now() - interval '1 day' and created_at < now() + interval '1 hour'
    order by seq limit $4::text::int
  ) event
  order by asked.id, event.seq`);

/** Reads the next events of some streams; each gets the same share of what one transaction takes. */
export async function readBatches(tx: Transaction, streams: readonly Behind[]): Promise<NextEvents[]> {
  const limit = Math.max(1, Math.floor(EVENTS_MAX / streams.length));
  const rows = await recent(tx, [
    plainArrayLiteral(streams.map(({ stream }) => stream.id)),
    plainArrayLiteral(streams.map(({ seq }) => seq)),
    plainArrayLiteral(streams.map(untilOf)),
    String(limit),
  ]);
  const byStream = new Map<string, LoggedFrame[]>(streams.map(({ stream }) => [stream.id, []]));
  for (const { id, seq, frame } of rows) byStream.get(id)?.push({ seq: Number(seq), frame });
  const batches: NextEvents[] = [];
  for (const behind of streams) {
    const found = byStream.get(behind.stream.id) ?? [];
    // Older events are in partitions that are not looked at first.
    const events = found[0]?.seq === behind.seq + 1 ? found : await readOlder(tx, behind, limit);
    batches.push({ behind, events, lost: lostBefore(behind, events) });
  }
  return batches;
}

async function readOlder(tx: Transaction, behind: Behind, limit: number): Promise<LoggedFrame[]> {
  const until = untilOf(behind);
  const events = await readLog(tx, behind.stream.id, { after: behind.seq, limit, known: until });
  return events.filter(({ seq }) => seq <= until);
}

/** Positions are dense, so a gap is what retention has removed, or what was lost with the log. */
function lostBefore(behind: Behind, events: readonly LoggedFrame[]): number {
  const [first] = events;
  return (first?.seq ?? untilOf(behind) + 1) - behind.seq - 1;
}

function untilOf({ untilSeq, headSeq }: Behind): number {
  return untilSeq ?? headSeq;
}
