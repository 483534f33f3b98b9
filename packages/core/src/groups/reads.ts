import { readLocated } from '../events/located.js';
import type { ActorContext } from '../kernel/context.js';
import { tellPlaces } from '../kernel/stream-seq.js';
import { accessServer } from '../servers/access.js';
import * as queries from './queries.js';
import { toGroup } from './record.js';
import type { ChannelGroup, ListGroupsInput } from './schemas.js';

/** The channel groups of a server. Throws `SERVER_NOT_FOUND`. */
export async function listGroups(ctx: ActorContext, input: ListGroupsInput): Promise<ChannelGroup[]> {
  const { id } = await accessServer(ctx, input.serverId, 'read');
  const { value, places } = await readLocated(
    ctx.db,
    [id],
    (q) => queries.listGroups(q, id, input),
    ([first]) => ({ [id]: first.seq }),
  );
  tellPlaces(ctx, places);
  return value.map(toGroup);
}
