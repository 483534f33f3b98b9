import { Event } from '@palaver/core';
import type { FinalState, InboxItem, LoggedEvent, StoredAttachment } from '../history/final-state.js';
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

/** Whether the consumers of the log have taken all events. */
export function areConsumersDone(dataDir: string): Promise<boolean> {
  return withDatabase(dataDir, 'palaver', async (sql) => {
    const behind = await sql`
      with taken as (
        select distinct position.consumer, head.kind from consumer_positions position join stream_heads head on head.id = position.stream_id
      )
      select 1 from taken join stream_heads head on head.kind = taken.kind
      left join consumer_positions position on position.consumer = taken.consumer and position.stream_id = head.id
      where head.last_seq > coalesce(position.seq, 0) limit 1`;
    return behind.length === 0;
  });
}

/** Whether every scheduled message has been sent, or cannot be. */
export function areScheduledSent(dataDir: string): Promise<boolean> {
  return withDatabase(dataDir, 'palaver', async (sql) => {
    const waiting = await sql`select 1 from scheduled_messages where failure_code is null limit 1`;
    return waiting.length === 0;
  });
}

/** Reads log, heads, message rows, attachment rows and inboxes in one snapshot. */
export function readDatabase(
  dataDir: string,
): Promise<Omit<FinalState, 'channels' | 'downloads' | 'unread' | 'searches'>> {
  return withDatabase(dataDir, 'palaver', (sql) =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      const events = await tx<Array<Omit<LoggedEvent, 'event'>>>`
        select e.stream_id as "streamId", e.seq::int, coalesce(w.frame, e.frame) as text, e.frame as stored
        from events e left join written_frames w using (stream_id, seq) order by e.stream_id, e.seq`;
      const heads = await tx<Head[]>`select id, last_seq::int as seq from stream_heads`;
      const rows = await tx<Array<{ id: string; channelId: string; seq: number }>>`
        select id, channel_id as "channelId", seq::int from messages`;
      const attachments = await tx<StoredAttachment[]>`select id, filename from attachments`;
      const inbox = await tx<InboxItem[]>`
        select user_id as "userId", message_id as "messageId", silent as "isSilent", read_at is not null as "isRead" from notifications where kind = 'mention'`;
      const log = events.map(toLoggedEvent);
      const stored = { rows: [...rows], attachments: [...attachments], inbox: [...inbox] };
      return { log, heads: headsById(heads), ...stored };
    }),
  );
}

function headsById(heads: readonly Head[]): Map<string, number> {
  return new Map(heads.map(({ id, seq }) => [id, seq]));
}

function toLoggedEvent(logged: Omit<LoggedEvent, 'event'>): LoggedEvent {
  return { ...logged, event: Event.parse(JSON.parse(logged.text)) };
}
