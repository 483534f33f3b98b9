import { Event } from '@palaver/core';
import type { FinalState, LoggedEvent } from '../history/final-state.js';
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

/** Reads log, heads and message rows in one snapshot. */
export function readDatabase(dataDir: string): Promise<Omit<FinalState, 'channels'>> {
  return withDatabase(dataDir, 'palaver', (sql) =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      const events = await tx<Array<{ streamId: string; seq: number; text: string }>>`
        select stream_id as "streamId", seq::int, frame as text from events order by stream_id, seq`;
      const heads = await tx<Head[]>`select id, last_seq::int as seq from stream_heads`;
      const rows = await tx<Array<{ id: string; channelId: string; seq: number }>>`
        select id, channel_id as "channelId", seq::int from messages`;
      return { log: events.map(toLoggedEvent), heads: headsById(heads), rows: [...rows] };
    }),
  );
}

function headsById(heads: readonly Head[]): Map<string, number> {
  return new Map(heads.map(({ id, seq }) => [id, seq]));
}

function toLoggedEvent({ streamId, seq, text }: Omit<LoggedEvent, 'event'>): LoggedEvent {
  return { streamId, seq, text, event: Event.parse(JSON.parse(text)) };
}
