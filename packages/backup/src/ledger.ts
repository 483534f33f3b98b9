import type { DatabaseConnection } from '@palaver/db';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { BackupError } from './backup-error.js';
import { openSession } from './session.js';

const Id = z.uuid();
const Instant = z.iso.datetime();

/** What was erased, as it stands in a file beside backups (docs/retention.md, Backups). It has ids and times alone. */
export const Ledger = z.object({
  format: z.literal(1),
  /** By the clock of the database. */
  writtenAt: Instant,
  erasures: z.array(
    z.object({
      id: Id,
      kind: z.enum(['channel', 'member', 'user', 'account']),
      serverId: Id.nullable(),
      channelId: Id.nullable(),
      userId: Id.nullable(),
      before: Instant.nullable(),
      createdAt: Instant,
    }),
  ),
});
export type Ledger = z.output<typeof Ledger>;

/** Reads what has been erased in a database since an instant, or ever. */
export async function readLedger(connection: DatabaseConnection, since: Date | null): Promise<Ledger> {
  const session = openSession(connection);
  try {
    const [row] = await session<{ ledger: unknown }[]>`
      select json_build_object('format', 1, 'writtenAt', ${utc(session, 'now()')}, 'erasures', coalesce((
        select json_agg(json_build_object(
          'id', id, 'kind', kind, 'serverId', server_id, 'channelId', channel_id, 'userId', user_id,
          'before', ${utc(session, 'before')}, 'createdAt', ${utc(session, 'created_at')}) order by id)
        from erasures
        where kind <> 'retention' and (${since?.toISOString() ?? null}::timestamptz is null or created_at >= ${since?.toISOString() ?? null}::timestamptz)
      ), '[]')) as ledger`;
    return Ledger.parse(row?.ledger);
  } finally {
    await session.end({ timeout: 1 });
  }
}

const utc = (session: Sql, instant: string) =>
  session.unsafe(`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Reads the text of a file. Throws `BackupError` for anything else. */
export function parseLedger(text: string): Ledger {
  try {
    return Ledger.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError('This is not a list of erasures, or it is damaged.', { cause });
  }
}

/**
 * Makes what was erased since a backup open work of the restored database, which the service does before it answers anybody.
 * What the backup has in its own list is begun again only where it had not ended. May be called again.
 */
export async function openErasures(session: Sql, { erasures }: Ledger): Promise<void> {
  if (erasures.length === 0) return;
  await session`
    insert into erasures (id, kind, server_id, channel_id, user_id, before, created_at, restored, at_channel)
    select id, kind::erasure_kind, "serverId", "channelId", "userId", before, "createdAt", true, ${FIRST_ID}::uuid
    from json_to_recordset(${JSON.stringify(erasures)}::text::json) as entry (
      id uuid, kind text, "serverId" uuid, "channelId" uuid, "userId" uuid, before timestamptz, "createdAt" timestamptz)
    on conflict (id) do update set restored = true, before = excluded.before
    where erasures.ended_at is null`;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
