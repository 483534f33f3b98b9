import {
  plainArrayLiteral,
  prepared,
  type Queryable,
  statement,
  type Transaction,
  tables,
} from '@palaver/db';
import { sql } from 'drizzle-orm';
import { headOf } from '../log/snapshot.js';
import { readInServer } from '../servers/access.js';
import { channelPositions, type PositionText } from './position-statement.js';
import type { UnreadText, UnreadTexts } from './record.js';
import { unreadChannels } from './unread-statement.js';

const me = sql`${sql.placeholder('user')}::uuid`;

/** How far somebody has read some channels, and the positions of the streams that tell of further ones. */
export interface PositionsSnapshot {
  readonly channels: PositionText;
  readonly userSeq: number;
  /** By server. */
  readonly serverSeqs: Readonly<Record<string, number>>;
}

const ofServer = sql`channel.server_id = ${tables.servers.id}`;

/** Of the channels of a server that the actor is in. Throws `SERVER_NOT_FOUND`. */
export const readServerPositions = readInServer(
  'read_state_server_positions',
  sql<PositionsSnapshot>`json_build_object(
    'channels', ${channelPositions(me, ofServer, sql`''`)},
    'userSeq', ${headOf(me)},
    'serverSeqs', json_build_object(${tables.servers.id}, ${headOf(tables.servers.id)}))`,
);

/** What the actor has not read of these channels. Throws `SERVER_NOT_FOUND`. */
export const readServerUnread = readInServer('read_state_server', unreadChannels(me, ofServer));

/** Whoever has left a server may still be in channels of it for a moment. */
const reachable = sql`(channel.server_id is null or exists (
  select from server_members membership join servers server on server.id = membership.server_id
  where membership.server_id = channel.server_id and membership.user_id = ${me} and server.deleted_at is null))`;

const all = prepared((q) =>
  q
    .select({
      snapshot: sql<PositionsSnapshot>`json_build_object(
        'channels', ${channelPositions(me, reachable, sql`coalesce(channel.server_id::text, '')`)},
        'userSeq', ${headOf(me)},
        'serverSeqs', (
          select coalesce(json_object_agg(head.id, head.last_seq), '{}') from server_members membership
          join servers server on server.id = membership.server_id and server.deleted_at is null
          join stream_heads head on head.id = server.id where membership.user_id = ${me}))`,
    })
    .from(sql`(values (1)) one`)
    .prepare('read_state_all_positions'),
);

/** Of all channels and direct messages that a user is in. */
export async function readAllPositions(q: Queryable, userId: string): Promise<PositionsSnapshot> {
  const [row] = await all(q).execute({ user: userId });
  if (!row) throw new Error('a statement over one row answers one row');
  return row.snapshot;
}

const some = prepared((q) =>
  q
    .select({
      unread: unreadChannels(me, sql`channel.id = any(${sql.placeholder('channels')}::text::uuid[])`),
    })
    .from(sql`(values (1)) one`)
    .prepare('read_state_some'),
);

/** Of some channels that a user may read; those that they have left are left out. */
export async function readUnreadOf(
  q: Queryable,
  userId: string,
  channelIds: readonly string[],
): Promise<UnreadTexts> {
  const [row] = await some(q).execute({ user: userId, channels: plainArrayLiteral(channelIds) });
  return row?.unread ?? '';
}

const one = prepared((q) =>
  q
    .select({
      unread: unreadChannels(me, sql`channel.id = ${sql.placeholder('channel')}::uuid`),
      userSeq: headOf(me),
    })
    .from(sql`(values (1)) one`)
    .prepare('read_state_channel'),
);

/** Of one channel, which the user may read; null for a user who is no member of it. */
export async function readChannelUnread(
  q: Queryable,
  userId: string,
  channelId: string,
): Promise<{ readonly unread: UnreadText; readonly userSeq: number } | null> {
  const [found] = await one(q).execute({ user: userId, channel: channelId });
  return found?.unread ? found : null;
}

/** Where a member has read up to. */
interface Position {
  readonly channelId: string;
  readonly userId: string;
  readonly seq: number;
  readonly messageId: string;
}

const forward = statement<{ seq: string }>(`
  update channel_members set read_seq = $3::bigint, read_message_id = $4
  where channel_id = $1 and user_id = $2 and read_seq < $3::bigint returning read_seq as seq`);

/** Moves a position forward. Returns false where the member has stored one as far already, or is no member any more. */
export async function moveForward(tx: Transaction, position: Position): Promise<boolean> {
  const { channelId, userId, seq, messageId } = position;
  const moved = await forward(tx, [channelId, userId, String(seq), messageId]);
  return moved.length > 0;
}

const setBackTo = statement(`
  update channel_members member set read_seq = $3::bigint - 1, set_back_seq = head.last_seq, read_message_id = (
    select id from messages
    where channel_id = $1 and thread_id is null and deleted_at is null and seq < $3::bigint order by seq desc limit 1)
  from stream_heads head
  where member.channel_id = $1 and member.user_id = $2 and head.id = $1`);

/** Makes a message the first that the member has not read. What they have posted before does not count as read any more. */
export async function setBack(tx: Transaction, { channelId, userId, seq }: Omit<Position, 'messageId'>) {
  await setBackTo(tx, [channelId, userId, String(seq)]);
}

const moveAll = statement<{ channelId: string; messageId: string | null }>(`
  update channel_members member set read_seq = read.seq, read_message_id = coalesce((
    select id from messages
    where channel_id = read.channel_id and thread_id is null and deleted_at is null and seq <= read.seq
    order by seq desc limit 1), member.read_message_id)
  from unnest($2::text::uuid[], $3::text::bigint[]) read (channel_id, seq)
  where member.channel_id = read.channel_id and member.user_id = $1 and member.read_seq < read.seq
  returning member.channel_id as "channelId", member.read_message_id as "messageId"`);

/** Moves the positions of a user in several channels forward. Returns those that moved, with the last message read. */
export function moveAllForward(
  tx: Transaction,
  userId: string,
  positions: ReadonlyArray<{ readonly channelId: string; readonly channelSeq: number }>,
) {
  return moveAll(tx, [
    userId,
    plainArrayLiteral(positions.map(({ channelId }) => channelId)),
    plainArrayLiteral(positions.map(({ channelSeq }) => channelSeq)),
  ]);
}
