import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import { sees } from '../channels/permissions.js';
import type { PermissionOverride } from '../protocol/records/channel.js';
import type { NotificationLevel } from '../protocol/records/notification-preference.js';
import type { Role } from '../protocol/records/server.js';
import { hasBlocked } from '../users/blocked-sql.js';
import type { InboxEvents } from './engine-events.js';
import type { PreferenceFacts } from './preference-facts.js';
import { preferenceFacts } from './preference-rows.js';

/** As many people are dealt with in one transaction: each has a stream that it locks. */
export const PEOPLE_MAX = 1_000;
/** Before all ids (RFC 9562, 5.9). */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A row of `message_mentions`. */
export interface MentionRow {
  readonly targetId: string;
  /** Of the message. */
  readonly seq: number;
  readonly messageId: string;
  /** Of the event that added it. */
  readonly addedSeq: number;
  readonly here: boolean;
}

/** Somebody whom the events of a channel may notify, and who may read it. */
export interface Person {
  readonly id: string;
  readonly timezone: string | null;
  /** In milliseconds since 1970. */
  readonly dndUntil: number | null;
  /** In milliseconds since 1970; null for somebody who is not in the channel. */
  readonly joinedAt: number | null;
  /** Since when they have been allowed to read the channel without a break, in milliseconds since 1970. */
  readonly readerSince: number;
  /** By a connection to any node; a node that is alone does not write this down. */
  readonly isOnline: boolean;
  /** The authors of these events whom the person has blocked. */
  readonly blocks: readonly string[];
  /** The threads of these events that the person follows. */
  readonly follows: readonly string[];
  readonly channel: PreferenceFacts | null;
  readonly server: PreferenceFacts | null;
  readonly account: PreferenceFacts | null;
}

interface ChannelJson {
  readonly serverId: string | null;
  readonly isDm: boolean;
  readonly isPrivate: boolean;
  readonly archived: boolean;
  readonly defaultLevel: NotificationLevel | null;
  readonly permissionOverrides: readonly PermissionOverride[];
}

interface Found {
  readonly channel: ChannelJson | null;
  readonly mentions: readonly MentionRow[];
  readonly people: ReadonlyArray<Person & { readonly role: Role | null }>;
  /** The last one who was looked at, where there are more. */
  readonly last: string | null;
}

/** The next people whom events of a channel may notify. */
export interface Audience extends Omit<Found, 'channel' | 'people'> {
  readonly channel: ChannelJson;
  readonly people: readonly Person[];
}

/**
 * Whom the messages name, all members where they are asked for, want all messages by default or it is a direct message, those members who want all
 * messages or have a keyword that was said, and who follows a thread of theirs; in the order of their ids, after the one given.
 */
const find = statement<{ found: Found }>(`
  with channel as materialized (
    select channel.id, channel.server_id, channel.is_dm, channel.is_private, channel.archived,
      channel.default_notification_level, channel.permission_overrides
    from channels channel
    left join servers server on server.id = channel.server_id
    where channel.id = $1 and channel.deleted_at is null and server.deleted_at is null
  ), named as materialized (
    select target_id, seq, message_id, added_seq, here from message_mentions
    where message_id = any($3::text::uuid[]) and added_seq between $4::text::bigint and $5::text::bigint
      and not exists (
        select from messages reply join messages root on root.id = reply.thread_id
        where reply.id = message_id and root.deleted_at is not null)
  ), candidate as (
    (select target_id as user_id from named where target_id <> $1 and target_id > $2::uuid)
    union
    (select member.user_id from channel cross join lateral (
        select user_id from channel_members where channel_id = channel.id and user_id > $2::uuid order by user_id limit ${PEOPLE_MAX}
      ) member
      where channel.is_dm or channel.default_notification_level = 'all' or exists (select from named where target_id = $1))
    union
    (select member.user_id from notification_preferences wanted
      join channel_members member on member.channel_id = $1 and member.user_id = wanted.user_id
      where wanted.channel_id = $1 and wanted.level = 'all' and wanted.user_id > $2::uuid
      order by wanted.user_id limit ${PEOPLE_MAX})
    union
    (select member.user_id from channel
      join notification_preferences wanted on wanted.server_id = channel.server_id
      join channel_members member on member.channel_id = $1 and member.user_id = wanted.user_id
      where wanted.channel_id is null and wanted.level = 'all' and wanted.user_id > $2::uuid
      order by wanted.user_id limit ${PEOPLE_MAX})
    union
    (select member.user_id from channel
      join notification_preferences wanted on wanted.server_id is null and wanted.channel_id is null
      join channel_members member on member.channel_id = $1 and member.user_id = wanted.user_id
      where not channel.is_dm and wanted.level = 'all' and wanted.user_id > $2::uuid
      order by wanted.user_id limit ${PEOPLE_MAX})
    union
    (select id from unnest($8::text::uuid[]) spoken_to (id) where id > $2::uuid)
    union
    (select follow.user_id from thread_follows follow
      where follow.root_id = any($6::text::uuid[]) and follow.following and follow.user_id > $2::uuid
      order by follow.user_id limit ${PEOPLE_MAX})
  ), page as materialized (
    select user_id from candidate order by user_id limit ${PEOPLE_MAX}
  )
  select json_build_object(
    'channel', (select json_build_object('serverId', server_id, 'isDm', is_dm, 'isPrivate', is_private, 'archived', archived,
      'defaultLevel', default_notification_level, 'permissionOverrides', permission_overrides) from channel),
    'mentions', (select coalesce(json_agg(json_build_object(
      'targetId', target_id, 'seq', seq, 'messageId', message_id, 'addedSeq', added_seq, 'here', here)), '[]') from named),
    'last', (select case when count(*) = ${PEOPLE_MAX} then max(user_id::text) end from page),
    'people', (
      select coalesce(json_agg(json_build_object(
        'id', person.id, 'timezone', person.timezone,
        'dndUntil', (extract(epoch from person.dnd_until) * 1000)::float8, 'role', membership.role,
        'joinedAt', (extract(epoch from member.joined_at) * 1000)::float8,
        'readerSince', (extract(epoch from greatest(
          membership.joined_at, case when channel.is_private then member.joined_at end)) * 1000)::float8,
        'isOnline', exists (
          select from presence where presence.server_id = channel.server_id and presence.user_id = person.id),
        'blocks', (select coalesce(json_agg(author.id), '[]') from unnest($7::text::uuid[]) author (id)
          where ${hasBlocked('person.id', 'author.id')}),
        'follows', (select coalesce(json_agg(follow.root_id), '[]') from thread_follows follow
          where follow.user_id = person.id and follow.root_id = any($6::text::uuid[]) and follow.following),
        'channel', ${preferenceFacts('of_channel')}, 'server', ${preferenceFacts('of_server')},
        'account', ${preferenceFacts('of_account')})), '[]')
      from page
      join users person on person.id = page.user_id and not person.bot and person.deleted_at is null
      cross join channel
      left join server_members membership on membership.server_id = channel.server_id and membership.user_id = person.id
      left join channel_members member on member.channel_id = $1 and member.user_id = person.id
      left join notification_preferences of_channel on of_channel.channel_id = $1 and of_channel.user_id = person.id
      left join notification_preferences of_server
        on of_server.server_id = channel.server_id and of_server.channel_id is null and of_server.user_id = person.id
      left join notification_preferences of_account on of_account.user_id = person.id
        and of_account.server_id is null and of_account.channel_id is null)
  ) as found`);

/** Finds people after the id `after`, `withKeywords` among them; null for a channel that does not live. */
export async function findAudience(
  tx: Transaction,
  channelId: string,
  { posted }: InboxEvents,
  after: string,
  withKeywords: ReadonlySet<string>,
): Promise<Audience | null> {
  const positions = posted.map(({ seq }) => seq);
  const [row] = await find(tx, [
    channelId,
    after,
    plainArrayLiteral([...new Set(posted.map(({ messageId }) => messageId))]),
    String(Math.min(...positions)),
    String(Math.max(...positions)),
    plainArrayLiteral([...new Set(posted.flatMap(({ repliesIn }) => repliesIn ?? []))]),
    plainArrayLiteral([...new Set(posted.map(({ authorId }) => authorId))]),
    plainArrayLiteral([...withKeywords]),
  ]);
  if (!row?.found.channel) return null;
  const { channel, people, ...found } = row.found;
  const mayRead = (role: Role | null, isMember: boolean) =>
    sees({ ...channel, role, isMember, isBot: false });
  return {
    ...found,
    channel,
    people: people.filter(({ role, joinedAt }) => mayRead(role, joinedAt !== null)),
  };
}
