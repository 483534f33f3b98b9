import { Event } from '@palaver/core';
import type { FinalState, LoggedEvent, StoredAttachment } from '../history/final-state.js';
import { withDatabase } from '../system/with-database.js';

interface Head {
  readonly id: string;
  readonly seq: number;
}

/** Reads the last `seq` of each stream. */
export function readHeads(dataDir: string): Promise<Map<string, number>> {
  return withDatabase(dataDir, 'palaver', async (sql) =>
    headsById(await sql<Head[]>`select id, last_seq::int as seq from stream_heads`),
  );
}

/** Keeps each frame as it is first written, from now on: the service itself takes content out of superseded events. */
export function keepWrittenFrames(dataDir: string): Promise<void> {
  return withDatabase(dataDir, 'palaver', async (sql) => {
    await sql`create table written_frames (stream_id uuid, seq bigint, frame text, primary key (stream_id, seq))`;
    await sql`create function keep_written_frame() returns trigger language plpgsql as $$ begin
      insert into written_frames values (new.stream_id, new.seq, new.frame); return null; end $$`;
    await sql`create trigger keep_written_frame after insert on events
      for each row execute function keep_written_frame()`;
  });
}

/** Reads log, heads, message rows and attachment rows in one snapshot. */
export function readDatabase(dataDir: string): Promise<Omit<FinalState, 'channels' | 'downloads'>> {
  return withDatabase(dataDir, 'palaver', (sql) =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      const events = await tx<Array<Omit<LoggedEvent, 'event'>>>`
        select e.stream_id as "streamId", e.seq::int, coalesce(w.frame, e.frame) as text, e.frame as stored
        from events e left join written_frames w using (stream_id, seq) order by e.stream_id, e.seq`;
      const heads = await tx<Head[]>`select id, last_seq::int as seq from stream_heads`;
      const rows = await tx<Array<{ id: string; channelId: string; seq: number }>>`
        select id, channel_id as "channelId", seq::int from messages`;
      const attachments = await tx<StoredAttachment[]>`select id, filename from attachments`;
      const log = events.map(toLoggedEvent);
      return { log, heads: headsById(heads), rows: [...rows], attachments: [...attachments] };
    }),
  );
}

function headsById(heads: readonly Head[]): Map<string, number> {
  return new Map(heads.map(({ id, seq }) => [id, seq]));
}

function toLoggedEvent(logged: Omit<LoggedEvent, 'event'>): LoggedEvent {
  return { ...logged, event: Event.parse(JSON.parse(logged.text)) };
}
