import { arrayLiteral, type Queryable, tables } from '@palaver/db';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Stream } from './streams.js';

const { events, streamHeads } = tables;

/** A stream and its last `seq`. */
export interface StreamHead extends Stream {
  readonly seq: number;
}

/** Reads the heads of these streams; an unknown id is left out. Each id must be a UUID. */
export async function readHeads(q: Queryable, ids: readonly string[]): Promise<StreamHead[]> {
  if (ids.length === 0) return [];
  return q
    .select({ id: streamHeads.id, kind: streamHeads.kind, seq: streamHeads.lastSeq })
    .from(streamHeads)
    .where(sql`${streamHeads.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('stream_heads_read')
    .execute({ ids: arrayLiteral(ids) });
}

export interface LoggedFrame {
  readonly seq: number;
  readonly frame: string;
}

/** Reads up to `limit` events of the stream after the position `after`, in order. There is a gap only where retention has removed events. */
export function readLog(
  q: Queryable,
  streamId: string,
  after: number,
  limit: number,
): Promise<LoggedFrame[]> {
  return q
    .select({ seq: events.seq, frame: events.frame })
    .from(events)
    .where(and(eq(events.streamId, streamId), gt(events.seq, after)))
    .orderBy(asc(events.seq))
    .limit(limit)
    .prepare('events_read')
    .execute();
}
