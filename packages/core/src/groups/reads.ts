import { readSnapshot } from '../log/snapshot.js';
import type { ActorContext } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { ChannelGroup } from '../protocol/records/group.js';
import { accessServer } from '../servers/access.js';
import * as queries from './queries.js';
import { toGroup } from './record.js';

/** The channel groups of a server. Throws `SERVER_NOT_FOUND`. */
export async function listGroups(ctx: ActorContext, serverId: string): Promise<ChannelGroup[]> {
  const { id } = await accessServer(ctx, serverId, 'read');
  const { value, positions } = await readSnapshot(
    ctx.services.db,
    [id],
    (q) => queries.listGroups(q, id),
    ([first]) => ({ [id]: first.seq }),
  );
  setStreamPositions(ctx.request, positions);
  return value.map(toGroup);
}
