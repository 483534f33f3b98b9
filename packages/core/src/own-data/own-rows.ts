import { statement } from '@palaver/db';
import type { ActorContext } from '../procedures/context.js';
import { queued } from './queued.js';

/** Rows of a person that no operation lists. They name messages and channels, and have nothing that others wrote. */
interface Source {
  readonly table: string;
  /** One for each row of a person. The rows come in its order. */
  readonly key: string;
  /** SQL of each field of a line. */
  readonly fields: Readonly<Record<string, string>>;
  readonly where?: string;
}

/** ISO 8601, UTC. */
const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The fields of each row. */
export type OwnRow = Readonly<Record<string, string | number | null>>;

/** Read by one statement. */
const PAGE = 500;
const BEGINNING = '00000000-0000-0000-0000-000000000000';

interface PageRow {
  readonly key: string;
  readonly data: OwnRow;
}

function readPage({ table, key, fields, where = 'true' }: Source) {
  const pairs = Object.entries(fields).map(([name, column]) => `'${name}', ${column}`);
  return statement<PageRow>(`
    select ${key} as key, json_build_object(${pairs.join(', ')}) as data from ${table}
    where user_id = $1::text::uuid and ${key} > $2::text::uuid and ${where} order by ${key} limit ${PAGE}`);
}

const READS = {
  channelPreferences: readPage({
    table: 'notification_preferences',
    key: 'channel_id',
    fields: {
      serverId: 'server_id',
      channelId: 'channel_id',
      level: 'level',
      mutedUntil: instant('muted_until'),
      quietStart: 'quiet_start',
      quietEnd: 'quiet_end',
      timezone: 'timezone',
      updatedAt: instant('updated_at'),
    },
  }),
  readPositions: readPage({
    table: 'channel_members',
    key: 'channel_id',
    fields: { channelId: 'channel_id', joinedAt: instant('joined_at'), lastReadMessageId: 'read_message_id' },
  }),
  followedThreads: readPage({
    table: 'thread_follows',
    key: 'root_id',
    fields: { threadId: 'root_id', channelId: 'channel_id', lastReadMessageId: 'read_message_id' },
    where: 'following',
  }),
  inboxItems: readPage({
    table: 'notifications',
    key: 'id',
    fields: {
      id: 'id',
      kind: 'kind',
      serverId: 'server_id',
      channelId: 'channel_id',
      messageId: 'message_id',
      threadId: 'thread_id',
      count: 'count',
      createdAt: instant('created_at'),
      readAt: instant('read_at'),
    },
  }),
};

/** All rows of the caller in a source. `goOn` is awaited before each page, and throws where the reading has to end. */
export async function* ownRows(
  { services: { db }, actor: { userId } }: ActorContext,
  name: keyof typeof READS,
  goOn: () => Promise<void>,
): AsyncGenerator<OwnRow, void> {
  let after: string | undefined = BEGINNING;
  while (after !== undefined) {
    await goOn();
    const cursor: string = after;
    const rows: readonly PageRow[] = await queued(db, userId, () => READS[name](db, [userId, cursor]));
    for (const { data } of rows) yield data;
    after = rows.length < PAGE ? undefined : rows.at(-1)?.key;
  }
}
