import { type Queryable, tables } from '@palaver/db';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Role } from '../servers/schemas.js';
import type { ChannelRow } from './record.js';

const { channels, channelMembers, serverMembers, servers } = tables;

export interface ChannelAs {
  channel: ChannelRow;
  role: Role | null;
  isMember: boolean;
}

/** A channel and how the user stands to it; null when there is no such channel. */
export async function findChannelAs(
  q: Queryable,
  channelId: string,
  userId: string,
): Promise<ChannelAs | null> {
  const [row] = await q
    .select({
      channel: channels,
      role: serverMembers.role,
      isMember: sql<boolean>`${channelMembers.userId} is not null`,
    })
    .from(channels)
    .leftJoin(servers, eq(servers.id, channels.serverId))
    .leftJoin(
      serverMembers,
      and(eq(serverMembers.serverId, channels.serverId), eq(serverMembers.userId, userId)),
    )
    .leftJoin(
      channelMembers,
      and(eq(channelMembers.channelId, channels.id), eq(channelMembers.userId, userId)),
    )
    .where(and(eq(channels.id, channelId), isNull(channels.deletedAt), isNull(servers.deletedAt)))
    .prepare('channels_find_as')
    .execute();
  return row ?? null;
}
