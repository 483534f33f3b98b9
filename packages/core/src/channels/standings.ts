import { tables } from '@palaver/db';
import { type SQL, sql } from 'drizzle-orm';
import { runningTimeout } from '../servers/access.js';
import { hasBlocked } from '../users/blocked-sql.js';

const { channels, channelMembers, serverMembers, servers, users } = tables;

/**
 * Whether `channels` is a direct message of two of whom one has blocked the other. Nothing is looked up for other
 * channels.
 */
export function isBlockedDm(user: SQL): SQL<boolean> {
  return sql<boolean>`(${channels.isDm} and ${channels.memberCount} = 2 and exists (
    select from channel_members other cross join lateral (select ${user} as id) me
    where other.channel_id = ${channels.id} and other.user_id <> me.id and (
      ${sql.raw(hasBlocked('other.user_id', 'me.id'))} or ${sql.raw(hasBlocked('me.id', 'other.user_id'))})))`;
}

/**
 * Selects the standings of users in channels: a row for each row of `asked (channel_id, user_id, n)` whose channel is not
 * deleted, with the fields of `Standing`, which `refusal` decides by, and those that `also` selects. `also` may refer to
 * `channels`.
 *
 * Each standing is one look-up per table (`offset 0`): with plain joins Postgres might read all members of a channel.
 */
export function standingRows(asked: SQL, also: SQL = sql``): SQL {
  return sql`
    select asked.n::int as "n", ${channels.id} as "id", ${channels.serverId} as "serverId", ${channels.isDm} as "isDm",
      ${channels.isPrivate} as "isPrivate", ${channels.archived} as "archived",
      ${channels.postingRole} as "postingRole", ${channels.slowModeSeconds} as "slowModeSeconds", membership.role as "role",
      ${channels.permissionOverrides} as "permissionOverrides",
      coalesce((select ${users.bot} from ${users} where ${users.id} = asked.user_id), false) as "isBot",
      ${runningTimeout(sql`membership.timed_out_until`)} as "timedOutUntil",
      ${isBlockedDm(sql`asked.user_id`)} as "isBlocked",
      exists (
        select 1 from ${channelMembers}
        where ${channelMembers.channelId} = asked.channel_id and ${channelMembers.userId} = asked.user_id
      ) as "isMember" ${also}
    from ${asked}
    cross join lateral (select * from ${channels} where ${channels.id} = asked.channel_id offset 0) ${channels}
    left join lateral (
      select ${serverMembers.role}, ${serverMembers.timedOutUntil} from ${serverMembers}
      where ${serverMembers.serverId} = ${channels.serverId} and ${serverMembers.userId} = asked.user_id offset 0
    ) membership on true
    where ${channels.deletedAt} is null and not exists (
      select 1 from ${servers} where ${servers.id} = ${channels.serverId} and ${servers.deletedAt} is not null
    )`;
}
