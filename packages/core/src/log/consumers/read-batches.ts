import { plainArrayLiteral, SKIPPED_POSITIONS, statement, type Transaction } from '@palaver/db';
import type { PlainPost } from '../bus.js';
import type { DatedEvent } from './consumer.js';
import type { Behind } from './positions.js';
import type { RecentPosts } from './recent-posts.js';

/** As many events are taken in one transaction, of all streams together. */
const EVENTS_MAX = 500;

/** The next events of a stream. */
export interface NextEvents {
  readonly behind: Behind;
  readonly events: readonly DatedEvent[];
  /** In the place of `events`. */
  readonly posts: readonly PlainPost[];
  /** How many events before these, or in their place, the log has no more. */
  readonly lost: number;
}

interface EventRow {
  readonly seq: string;
  readonly frame: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

const INSTANT = '(extract(epoch from created_at) * 1000)::float8';

const recent = statement<EventRow & { readonly id: string }>(`
  select asked.id, event.seq, event.frame, event.at
  from unnest($1::text::uuid[], $2::text::bigint[], $3::text::bigint[]) asked (id, after, until)
  cross join lateral (
    select seq, frame, ${INSTANT} as at from events
    where stream_id = asked.id and seq > asked.after and seq <= asked.until
      and created_at >= now() - interval '1 day' and created_at < now() + interval '1 hour'
    order by seq limit $4::text::int
  ) event
  order by asked.id, event.seq`);

const older = statement<EventRow>(`
  select seq, frame, ${INSTANT} as at from events
  where stream_id = $1::text::uuid and seq > $2::text::bigint and seq <= $3::text::bigint
  order by seq limit $4::text::int`);

/** The next posts of a stream, at most this many, where they are known here; null where they are to be read. */
export function knownPosts(recent: RecentPosts, behind: Behind, limit: number): NextEvents | null {
  const most = behind.seq + limit;
  const posts = recent.between(behind.stream.id, behind.seq, Math.min(untilOf(behind), most));
  return posts && { behind, events: [], posts, lost: 0 };
}

/** Reads the next events of some streams; each gets the same share of what one transaction takes. */
export async function readBatches(tx: Transaction, streams: readonly Behind[]): Promise<NextEvents[]> {
  if (streams.length === 0) return [];
  const limit = Math.max(1, Math.floor(EVENTS_MAX / streams.length));
  const rows = await recent(tx, [
    plainArrayLiteral(streams.map(({ stream }) => stream.id)),
    plainArrayLiteral(streams.map(({ seq }) => seq)),
    plainArrayLiteral(streams.map(untilOf)),
    String(limit),
  ]);
  const byStream = new Map<string, DatedEvent[]>(streams.map(({ stream }) => [stream.id, []]));
  for (const { id, ...row } of rows) byStream.get(id)?.push(eventOf(row));
  const batches: NextEvents[] = [];
  for (const behind of streams) {
    const found = byStream.get(behind.stream.id) ?? [];
    // Older events are in partitions that are not looked at first.
    const events = found[0]?.seq === behind.seq + 1 ? found : await readOlder(tx, behind, limit);
    batches.push({ behind, events, posts: [], lost: lostBefore(behind, events) });
  }
  return batches;
}

async function readOlder(tx: Transaction, behind: Behind, limit: number): Promise<DatedEvent[]> {
  const { stream, seq } = behind;
  const rows = await older(tx, [stream.id, String(seq), String(untilOf(behind)), String(limit)]);
  return rows.map(eventOf);
}

function eventOf({ seq, frame, at }: EventRow): DatedEvent {
  return { seq: Number(seq), frame, createdAt: new Date(at) };
}

/** Positions are dense, so a gap is what retention has removed, or what was lost with the log; those that a restore skips had no event. */
function lostBefore(behind: Behind, events: readonly DatedEvent[]): number {
  const [first] = events;
  return ((first?.seq ?? untilOf(behind) + 1) - behind.seq - 1) % SKIPPED_POSITIONS;
}

function untilOf({ untilSeq, headSeq }: Behind): number {
  return untilSeq ?? headSeq;
}
