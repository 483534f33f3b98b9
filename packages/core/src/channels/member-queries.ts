import {
  arrayLiteral,
  plainArrayLiteral,
  prepared,
  type Queryable,
  statement,
  type Transaction,
  tables,
} from '@palaver/db';
import { and, desc, eq, type InferSelectModel, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { JsonInstant } from '../kernel/sql/instant.js';
import { jsonColumns, jsonList } from '../kernel/sql/json-rows.js';
import { headOf } from '../log/snapshot.js';
import type { User } from '../protocol/records/user.js';
import { type PublicUserJson, toUser, userColumns } from '../users/record.js';
import type { ChannelRow } from './record.js';

const { channels, channelMembers, users } = tables;

/** A member of a channel, in JSON. */
export type ListedMember = PublicUserJson & { readonly joinedAt: JsonInstant };

/** The members of a channel, and the positions of its stream and of the one that has the changes of the profiles. */
export interface MemberList {
  readonly members: readonly ListedMember[];
  readonly seq: number;
  readonly profilesSeq: number;
}

const channel = sql`${sql.placeholder('channel')}::uuid`;
const memberColumns = { ...userColumns, joinedAt: channelMembers.joinedAt };

/** At most as many as `limit` says; null for all. */
const listing = (q: Queryable, whose: SQL) =>
  q
    .select({
      seq: headOf(channel),
      profilesSeq: headOf(sql`${sql.placeholder('profiles')}::uuid`),
      members: sql<readonly ListedMember[]>`${jsonList(sql`(
        select ${jsonColumns(memberColumns)} from ${channelMembers}
        join ${users} on ${users.id} = ${channelMembers.userId}
        where ${channelMembers.channelId} = ${channel} ${whose}
        order by ${channelMembers.userId} desc limit ${sql.placeholder('limit')}::int)`)}`,
    })
    .from(sql`(values (1)) one`);

const members = prepared((q) => listing(q, sql``).prepare('channel_members_list'));
const membersOfIds = prepared((q) =>
  listing(q, sql`and ${channelMembers.userId} = any(${sql.placeholder('ids')}::uuid[])`).prepare(
    'channel_members_of_ids',
  ),
);

/** The members of a channel, or some of them, newest account first: the order of the primary key. */
export async function listChannelMembers(
  q: Queryable,
  channelId: string,
  profilesStreamId: string,
  { limit, userIds }: { readonly limit?: number | undefined; readonly userIds?: string[] | undefined } = {},
): Promise<MemberList> {
  const given = { channel: channelId, profiles: profilesStreamId, limit: limit ?? null };
  const [list] = userIds
    ? await membersOfIds(q).execute({ ...given, ids: plainArrayLiteral(userIds) })
    : await members(q).execute(given);
  if (!list) throw new Error('a statement over one row answers one row');
  return list;
}

const peopleOf = prepared((q) =>
  q
    .select({ channelId: channelMembers.channelId, user: userColumns })
    .from(channelMembers)
    .innerJoin(users, eq(users.id, channelMembers.userId))
    .where(sql`${channelMembers.channelId} = any(${sql.placeholder('channels')}::uuid[])`)
    .orderBy(desc(channelMembers.userId))
    .prepare('dms_people'),
);

/** The people of direct messages by the channel, newest account first. */
export async function findDmPeople(
  q: Queryable,
  channelIds: readonly string[],
): Promise<(channelId: string) => User[]> {
  if (channelIds.length === 0) return () => [];
  const rows = await peopleOf(q).execute({ channels: arrayLiteral(channelIds) });
  const byChannel = new Map<string, User[]>();
  for (const { channelId, user } of rows) {
    const people = byChannel.get(channelId) ?? [];
    people.push(toUser(user));
    byChannel.set(channelId, people);
  }
  return (channelId) => byChannel.get(channelId) ?? [];
}

/** The users with whom a user shares a direct message, in the order in which the locks of their streams are taken. */
export async function dmPartnersOf(q: Queryable, userId: string): Promise<string[]> {
  const partners = alias(channelMembers, 'partners');
  const rows = await q
    .selectDistinct({ userId: partners.userId })
    .from(channelMembers)
    .innerJoin(channels, and(eq(channels.id, channelMembers.channelId), sql`${channels.isDm}`))
    .innerJoin(partners, and(eq(partners.channelId, channels.id), ne(partners.userId, userId)))
    .where(eq(channelMembers.userId, userId))
    .orderBy(partners.userId);
  return rows.map((row) => row.userId);
}

/** Adds a member and returns the new member count; null when the user is a member already. */
export async function insertChannelMember(
  tx: Transaction,
  row: Pick<InferSelectModel<typeof channelMembers>, 'channelId' | 'userId' | 'joinedAt' | 'readSeq'>,
): Promise<number | null> {
  const added = await tx
    .insert(channelMembers)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: channelMembers.userId });
  return added.length === 0 ? null : countMembers(tx, row.channelId, 1);
}

/** Removes a member and returns the new member count; null when the user was not a member. */
export async function deleteChannelMember(
  tx: Transaction,
  channelId: string,
  userId: string,
): Promise<number | null> {
  const removed = await tx
    .delete(channelMembers)
    .where(and(eq(channelMembers.channelId, channelId), eq(channelMembers.userId, userId)))
    .returning({ userId: channelMembers.userId });
  return removed.length === 0 ? null : countMembers(tx, channelId, -1);
}

/** A membership in a channel of a server. */
export interface ChannelMembership extends Pick<ChannelRow, 'isPrivate' | 'permissionOverrides'> {
  readonly channelId: string;
  readonly userId: string;
}

/** Some memberships of these users in channels of a server, by channel: the order in which the locks are taken. */
export function membershipsIn(
  q: Queryable,
  serverId: string,
  userIds: readonly string[],
  limit: number,
): Promise<ChannelMembership[]> {
  return q
    .select({
      channelId: channels.id,
      userId: channelMembers.userId,
      isPrivate: channels.isPrivate,
      permissionOverrides: channels.permissionOverrides,
    })
    .from(channelMembers)
    .innerJoin(channels, eq(channels.id, channelMembers.channelId))
    .where(
      and(
        inArray(channelMembers.userId, [...userIds]),
        eq(channels.serverId, serverId),
        isNull(channels.deletedAt),
      ),
    )
    .orderBy(channelMembers.channelId, channelMembers.userId)
    .limit(limit);
}

const removeAll = statement<{ id: string; memberCount: number }>(`
  with gone as (
    delete from channel_members member using unnest($1::text::uuid[], $2::text::uuid[]) pair (channel_id, user_id)
    where member.channel_id = pair.channel_id and member.user_id = pair.user_id
    returning member.channel_id
  )
  update channels set member_count = member_count - lost.members
  from (select channel_id, count(*) as members from gone group by channel_id) lost
  where channels.id = lost.channel_id
  returning channels.id, channels.member_count as "memberCount"`);

/** Removes memberships, in one statement, and returns the new member count of each channel. */
export async function deleteMemberships(
  tx: Transaction,
  memberships: readonly ChannelMembership[],
): Promise<Map<string, number>> {
  const rows = await removeAll(tx, [
    plainArrayLiteral(memberships.map(({ channelId }) => channelId)),
    plainArrayLiteral(memberships.map(({ userId }) => userId)),
  ]);
  return new Map(rows.map(({ id, memberCount }) => [id, memberCount]));
}

async function countMembers(tx: Transaction, channelId: string, by: 1 | -1): Promise<number> {
  const [row] = await tx
    .update(channels)
    .set({ memberCount: sql`${channels.memberCount} + ${by}` })
    .where(eq(channels.id, channelId))
    .returning({ memberCount: channels.memberCount });
  if (!row) throw new Error(`channel ${channelId} vanished inside its transaction`);
  return row.memberCount;
}
