import { arrayLiteral, prepared, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, inArray, isNull, max, not, type SQL, sql } from 'drizzle-orm';
import { positionAfter } from '../kernel/schema/position.js';
import { jsonList } from '../kernel/sql/json-rows.js';
import { headOf } from '../log/snapshot.js';
import type { Role } from '../protocol/records/server.js';
import { runningTimeout } from '../servers/access.js';
import type { Standing } from './permissions.js';
import { isDeniedToSome, isSeen } from './readable-sql.js';
import type { ChannelRow } from './record.js';
import { isBlockedDm, standingRows } from './standings.js';

const { channels, channelMembers, serverMembers, servers } = tables;

const DENIED_TO_SOME = sql.raw(isDeniedToSome('channels'));
const SEEN = sql.raw(
  isSeen({ channel: 'channels', membership: 'server_members', member: 'channel_members' }),
);

/** A channel, a user's standing in it, and the value that the statement selected. */
export interface FoundChannel<Value> {
  readonly channel: ChannelRow;
  readonly role: Role | null;
  readonly isMember: boolean;
  readonly timedOutUntil: string | null;
  readonly isBlocked: boolean;
  readonly value: Value;
}

/**
 * Makes a prepared statement that finds the channel which `channelId` names, a user's standing in it, and `value`, which
 * may refer to the columns of `channels`; null when the channel does not exist or was deleted.
 */
export function findChannelWith<Value>(name: string, channelId: SQL, value: SQL<Value>) {
  const user = sql.placeholder('user');
  const isMember = sql<boolean>`${channelMembers.userId} is not null`;
  const timedOutUntil = runningTimeout(serverMembers.timedOutUntil);
  const isBlocked = isBlockedDm(sql`${user}::uuid`);
  const statement = prepared((q) =>
    q
      .select({ channel: channels, role: serverMembers.role, isMember, timedOutUntil, isBlocked, value })
      .from(channels)
      .leftJoin(servers, eq(servers.id, channels.serverId))
      .leftJoin(
        serverMembers,
        and(eq(serverMembers.serverId, channels.serverId), eq(serverMembers.userId, user)),
      )
      .leftJoin(
        channelMembers,
        and(eq(channelMembers.channelId, channels.id), eq(channelMembers.userId, user)),
      )
      .where(and(eq(channels.id, channelId), isNull(channels.deletedAt), isNull(servers.deletedAt)))
      .prepare(name),
  );
  return async (
    q: Queryable,
    userId: string,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<FoundChannel<Value> | null> => {
    const [row] = await statement(q).execute({ user: userId, ...parameters });
    return row ?? null;
  };
}

/** The standing of a user in a channel, to be looked up. */
export interface ChannelLookup {
  readonly userId: string;
  readonly channelId: string;
  /** The id of something in the channel that is asked about. */
  readonly aboutId?: string;
}

/** A user's standing in a channel, and the positions of the channel's and the server's stream when it was read. */
export interface StandingSnapshot extends Standing {
  readonly id: string;
  readonly seq: number;
  /** Null for a direct message. */
  readonly serverId: string | null;
  readonly serverSeq: number | null;
}

/**
 * Makes a prepared statement that finds the standings of users in channels, all at one instant; in the order of the look-ups, null
 * for no such channel. `also` selects more of each; it may refer to `channels`, and to `asked`, which has `user_id` and
 * `about_id`.
 */
export function findStandingsWith<Found extends Standing>(name: string, also: SQL) {
  const asked = ['channelIds', 'userIds', 'aboutIds'].map((ids) => sql`${sql.placeholder(ids)}::uuid[]`);
  const from = sql`unnest(${sql.join(asked, sql`, `)}) with ordinality asked (channel_id, user_id, about_id, n)`;
  const standings = prepared((q) =>
    q
      .select({
        rows: sql<Array<Found & { readonly n: number }>>`${jsonList(sql`(${standingRows(from, also)})`)}`,
      })
      .from(sql`(values (1)) one`)
      .prepare(name),
  );
  return async (q: Queryable, lookups: readonly ChannelLookup[]): Promise<Array<Found | null>> => {
    const [found] = await standings(q).execute({
      channelIds: arrayLiteral(lookups.map(({ channelId }) => channelId)),
      userIds: arrayLiteral(lookups.map(({ userId }) => userId)),
      aboutIds: arrayLiteral(lookups.map(({ aboutId = null }) => aboutId)),
    });
    const byIndex = new Map(found?.rows.map((standing) => [standing.n, standing]));
    return lookups.map((_, index) => byIndex.get(index + 1) ?? null);
  };
}

/** The standings of users in channels, with the positions of their streams. */
export const findStandings = findStandingsWith<StandingSnapshot>(
  'channels_standings',
  sql`, ${headOf(channels.id)} as "seq", ${headOf(channels.serverId)} as "serverSeq"`,
);

/** A channel of a list, and the positions of the streams that its events are in. */
export interface ListedChannel {
  readonly channel: ChannelRow;
  readonly serverSeq: number;
  readonly userSeq: number;
  /** Of a channel that not all see, whose changes are in no other stream; null for any other. */
  readonly ownSeq: number | null;
}

const [serverOfList, userOfList] = [
  sql`${sql.placeholder('server')}::uuid`,
  sql`${sql.placeholder('user')}::uuid`,
];

const visible = prepared((q) =>
  q
    .select({
      channel: channels,
      serverSeq: headOf(serverOfList),
      userSeq: headOf(userOfList),
      ownSeq: sql<
        number | null
      >`case when ${channels.isPrivate} or ${DENIED_TO_SOME} then ${headOf(channels.id)} end`.mapWith(Number),
    })
    .from(channels)
    .innerJoin(
      serverMembers,
      and(eq(serverMembers.serverId, serverOfList), eq(serverMembers.userId, userOfList)),
    )
    .leftJoin(
      channelMembers,
      and(eq(channelMembers.channelId, channels.id), eq(channelMembers.userId, userOfList)),
    )
    .where(
      and(
        eq(channels.serverId, serverOfList),
        isNull(channels.deletedAt),
        SEEN,
        sql`(${sql.placeholder('externalId')}::text is null or ${channels.externalId} = ${sql.placeholder('externalId')}::text)`,
      ),
    )
    .orderBy(desc(channels.id))
    .prepare('channels_list'),
);

/** All channels of a server that a member sees, newest first. */
export function listVisibleChannels(
  q: Queryable,
  serverId: string,
  userId: string,
  externalId?: string | undefined,
): Promise<ListedChannel[]> {
  return visible(q).execute({ server: serverId, user: userId, externalId: externalId ?? null });
}

/** How many channels a server has. */
export function countChannels(q: Queryable, serverId: string): Promise<number> {
  return q.$count(channels, and(eq(channels.serverId, serverId), isNull(channels.deletedAt)));
}

/**
 * The position after the last channel of a server that all see. Others do not count: what a member sees must not tell how
 * many there are. So a private channel can have the position of a public one.
 */
export async function nextPosition(q: Queryable, serverId: string): Promise<number> {
  const [row] = await q
    .select({ last: max(channels.position) })
    .from(channels)
    .where(
      and(
        eq(channels.serverId, serverId),
        sql`not ${channels.isPrivate}`,
        not(DENIED_TO_SOME),
        isNull(channels.deletedAt),
      ),
    );
  return positionAfter(row?.last);
}

export async function insertChannelRow(tx: Transaction, row: ChannelRow): Promise<void> {
  await tx.insert(channels).values(row);
}

/** Changes the given columns and returns the changed channel; null where `condition` does not hold. */
export async function updateChannelRow(
  tx: Transaction,
  channelId: string,
  changes: Partial<ChannelRow>,
  condition?: SQL,
): Promise<ChannelRow | null> {
  const [row] = await tx
    .update(channels)
    .set(changes)
    .where(and(eq(channels.id, channelId), condition))
    .returning();
  return row ?? null;
}

/** Some channels of a group, in the order in which their locks are taken. */
export async function channelIdsOf(q: Queryable, groupId: string, limit: number): Promise<string[]> {
  const rows = await q
    .select({ id: channels.id })
    .from(channels)
    .where(and(eq(channels.groupId, groupId), isNull(channels.deletedAt)))
    .orderBy(channels.id)
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Takes channels out of their groups and returns the changed channels. */
export function releaseChannelRows(tx: Transaction, channelIds: readonly string[]): Promise<ChannelRow[]> {
  return tx
    .update(channels)
    .set({ groupId: null })
    .where(inArray(channels.id, [...channelIds]))
    .returning();
}

/** Archives channels and returns those that were not archived before, as they are now. */
export function archiveChannelRows(tx: Transaction, channelIds: readonly string[]): Promise<ChannelRow[]> {
  return tx
    .update(channels)
    .set({ archived: true })
    .where(and(inArray(channels.id, [...channelIds]), eq(channels.archived, false)))
    .returning();
}
