import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Event } from '@palaver/core';
import { connect } from '@palaver/db';
import type { FinalState, LoggedEvent } from '../history.js';

type Sql = ReturnType<typeof connect>;

/** Opens the embedded database of a data folder beside the service, without its time limits. */
async function open(dataDir: string, user: 'palaver' | 'postgres'): Promise<Sql> {
  const folder = join(dataDir, 'postgres');
  const password = await readFile(join(folder, 'password'), 'utf8');
  const connection = { host: join(folder, 'run'), port: 5432, user, password, database: 'palaver' };
  return connect(connection, { max: 1, connection: { statement_timeout: 0, lock_timeout: 0 } });
}

async function using<T>(
  dataDir: string,
  user: 'palaver' | 'postgres',
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = await open(dataDir, user);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** How far each stream's log has got. */
export function readHeads(dataDir: string): Promise<Map<string, number>> {
  return using(dataDir, 'palaver', async (sql) => {
    const heads = await sql<Array<{ id: string; seq: number }>>`
      select id, last_seq::int as seq from stream_heads`;
    return new Map(heads.map(({ id, seq }) => [id, seq]));
  });
}

/** What the database holds, from one snapshot. */
export function readDatabase(dataDir: string): Promise<Omit<FinalState, 'channels'>> {
  return using(dataDir, 'palaver', (sql) =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      const events = await tx<Array<{ streamId: string; seq: number; frame: string }>>`
        select stream_id as "streamId", seq::int, frame from events order by stream_id, seq`;
      const heads = await tx<Array<{ id: string; seq: number }>>`
        select id, last_seq::int as seq from stream_heads`;
      const rows = await tx<Array<{ id: string; channelId: string; seq: number }>>`
        select id, channel_id as "channelId", seq::int from messages`;
      return {
        log: events.map(toLogged),
        heads: new Map(heads.map(({ id, seq }) => [id, seq])),
        rows: [...rows],
      };
    }),
  );
}

function toLogged({ streamId, seq, frame }: { streamId: string; seq: number; frame: string }): LoggedEvent {
  return { streamId, seq, text: frame, event: Event.parse(JSON.parse(frame)) };
}

/**
 * Makes the database acknowledge what it has not written: commits stay in shared memory, for as long as the settings
 * can make it. A role's setting wins over the one that the service starts its Postgres with.
 */
export function acknowledgeTooEarly(dataDir: string): Promise<void> {
  return using(dataDir, 'postgres', async (sql) => {
    await sql`alter role palaver set synchronous_commit = off`;
    await sql`alter system set wal_writer_delay = '10s'`;
    await sql`alter system set wal_writer_flush_after = '1GB'`;
    await sql`select pg_reload_conf()`;
    // Connections that are open keep the setting that they were opened with.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'palaver'`;
  });
}
