import type { ActorContext } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { ChannelGroup } from '../protocol/records/group.js';
import { accessServer } from '../servers/access.js';
import * as queries from './queries.js';
import { toGroup } from './record.js';

/** The channel groups of a server. Throws `SERVER_NOT_FOUND`. */
export async function listGroups(ctx: ActorContext, serverId: string): Promise<ChannelGroup[]> {
  const { id } = await accessServer(ctx, serverId, 'read');
  const { seq, items } = await queries.listGroups(ctx.services.db, id);
  setStreamPositions(ctx.request, { [id]: seq });
  return items.map(toGroup);
}
