import { plainArrayLiteral, prepared, type Queryable, tables } from '@palaver/db';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Stream } from './streams.js';

const { events, streamHeads } = tables;

/** A stream and its last `seq`. */
export interface StreamHead extends Stream {
  readonly seq: number;
}

const heads = prepared((q) =>
  q
    .select({ id: streamHeads.id, kind: streamHeads.kind, seq: streamHeads.lastSeq })
    .from(streamHeads)
    .where(sql`${streamHeads.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('stream_heads_read'),
);

/** Reads the heads of these streams; an unknown id is left out. Each id must be a UUID. */
export async function readHeads(q: Queryable, ids: readonly string[]): Promise<StreamHead[]> {
  if (ids.length === 0) return [];
  return heads(q).execute({ ids: plainArrayLiteral(ids) });
}

export interface LoggedFrame {
  readonly seq: number;
  readonly frame: string;
}

/** Where a page of the log begins, and where it has to end at least. */
export interface PageOptions {
  readonly after: number;
  readonly limit: number;
  /** Greater than `after`; the log is known to have reached it. */
  readonly known: number;
}

/**
 * Reads up to `limit` events of the stream after the position `after`, in order. There is a gap only where retention has
 * removed events.
 */
export async function readLog(q: Queryable, streamId: string, page: PageOptions): Promise<LoggedFrame[]> {
  const { after, limit, known } = page;
  const recent = await readRecent(q, streamId, page);
  const isWhole = recent[0]?.seq === after + 1 && (recent.at(-1)?.seq ?? 0) >= Math.min(known, after + limit);
  return isWhole ? recent : whole(q).execute({ stream: streamId, after, limit });
}

/** A live reader has missed no more than this. */
const FEW_EVENTS = 32;

/**
 * Almost every page is of the last hour, or day where much was missed, and to look into the partitions of all days would
 * take twice the time. Positions have no gaps and `createdAt` never runs backwards, so the page itself shows whether an
 * older or later event is missing.
 */
function readRecent(q: Queryable, streamId: string, page: PageOptions): Promise<LoggedFrame[]> {
  const age = page.known - page.after <= FEW_EVENTS ? '1 hour' : '1 day';
  return recentEvents(q).execute({ stream: streamId, after: page.after, limit: page.limit, age });
}

const whole = prepared((q) => readEvents(q, undefined).prepare('events_read'));

const recentEvents = prepared((q) =>
  readEvents(
    q,
    sql`${events.createdAt} >= now() - ${sql.placeholder('age')}::interval and ${events.createdAt} < now() + interval '1 hour'`,
  ).prepare('events_read_recent'),
);

function readEvents(q: Queryable, condition: SQL | undefined) {
  return q
    .select({ seq: events.seq, frame: events.frame })
    .from(events)
    .where(
      and(
        eq(events.streamId, sql.placeholder('stream')),
        gt(events.seq, sql.placeholder('after')),
        condition,
      ),
    )
    .orderBy(asc(events.seq))
    .limit(sql.placeholder('limit'));
}
