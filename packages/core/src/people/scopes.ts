import { IS_SEEN, isDenied } from '../channels/readable-sql.js';

/** Among whom people are found. */
export type ScopeName = 'channel' | 'server' | 'everywhere';

/** A scope as SQL: `$1` is who looks, `$2` the server or the channel. */
interface Scope {
  /** CTEs that the other parts use, with what the one who looks is a member of now. */
  readonly mine: string;
  /** Whether the one who looks may look here. */
  readonly granted: string;
  /** The ids of the people. */
  readonly people: string;
  /** Whether `person` is one of them. */
  readonly has: string;
  /** About how many there are, with those who are counted twice. */
  readonly size: string;
}

const MY_SERVERS = `
  select server.id, server.member_count from server_members membership
  join servers server on server.id = membership.server_id and server.deleted_at is null
  where membership.user_id = $1::text::uuid`;
const MY_DMS = `
  select channel.id, channel.member_count from channel_members membership
  join channels channel on channel.id = membership.channel_id and channel.is_dm and channel.deleted_at is null
  where membership.user_id = $1::text::uuid`;
const SERVER_IDS = 'array(select id from my_servers)';
const DM_IDS = 'array(select id from my_dms)';

/** The channel, where the one who looks may read it, and whether its members alone may. */
const THE_CHANNEL = `
  select channel.id, channel.server_id, channel.is_private, channel.permission_overrides, channel.member_count, server.member_count as server_members
  from channels channel
  left join servers server on server.id = channel.server_id
  left join server_members membership on membership.server_id = channel.server_id and membership.user_id = $1::text::uuid
  left join channel_members member on member.channel_id = channel.id and member.user_id = $1::text::uuid
  where channel.id = $2::text::uuid and channel.deleted_at is null and server.deleted_at is null and ${IS_SEEN}`;
const CLOSED_CHANNEL = '(select id from the_channel where is_private)';
/** Whether `theirs`, a row of `server_members`, is of somebody who reads the channel by their role. */
const READS_BY_ROLE = `exists (select from the_channel where server_id = theirs.server_id and not is_private
  and not ${isDenied({ channel: 'the_channel', membership: 'theirs' })})`;
const OPEN_SERVER = '(select server_id from the_channel where not is_private)';

/** What each scope is. A channel that is not private is read by the members of its server to whose role it is not denied. */
export const SCOPES: Readonly<Record<ScopeName, Scope>> = {
  everywhere: {
    mine: `my_servers as materialized (${MY_SERVERS}), my_dms as materialized (${MY_DMS})`,
    granted: '$2::text is null',
    people: `
      select user_id from server_members where server_id = any(${SERVER_IDS})
      union select user_id from channel_members where channel_id = any(${DM_IDS})`,
    has: `(
      exists (select from server_members theirs where theirs.user_id = person.id and theirs.server_id = any(${SERVER_IDS}))
      or exists (select from channel_members theirs where theirs.user_id = person.id and theirs.channel_id = any(${DM_IDS})))`,
    size: `(select coalesce(sum(member_count), 0) from my_servers) + (select coalesce(sum(member_count), 0) from my_dms)`,
  },
  server: {
    mine: `my_servers as materialized (${MY_SERVERS} and server.id = $2::text::uuid)`,
    granted: 'exists (select from my_servers)',
    people: 'select user_id from server_members where server_id = (select id from my_servers)',
    has: `exists (
      select from server_members theirs
      where theirs.user_id = person.id and theirs.server_id = (select id from my_servers))`,
    size: '(select member_count from my_servers)',
  },
  channel: {
    mine: `the_channel as materialized (${THE_CHANNEL})`,
    granted: 'exists (select from the_channel)',
    people: `
      select user_id from channel_members where channel_id = ${CLOSED_CHANNEL}
      union select user_id from server_members theirs where server_id = ${OPEN_SERVER} and ${READS_BY_ROLE}`,
    has: `(
      exists (select from channel_members theirs where theirs.user_id = person.id and theirs.channel_id = ${CLOSED_CHANNEL})
      or exists (select from server_members theirs where theirs.user_id = person.id and theirs.server_id = ${OPEN_SERVER}
        and ${READS_BY_ROLE}))`,
    size: '(select case when is_private then member_count else server_members end from the_channel)',
  },
};
