import { tables } from '@palaver/db';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

const { holds } = tables;

/** Whether a legal hold is there for a channel or its server, as a condition on their ids. */
export function isHeld(channelId: SQLWrapper, serverId: SQLWrapper): SQL {
  return sql`exists (select from ${holds} where ${holds.channelId} = ${channelId} or ${holds.serverId} = ${serverId})`;
}
