import type { ActorContext } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { ServerEmoji } from '../protocol/records/server-emoji.js';
import { accessServer } from '../servers/access.js';
import * as queries from './queries.js';
import { toServerEmoji } from './record.js';

/** The emoji of a server. Throws `SERVER_NOT_FOUND`. */
export async function listEmoji(ctx: ActorContext, serverId: string): Promise<ServerEmoji[]> {
  const { id } = await accessServer(ctx, serverId, 'read');
  const { seq, items } = await queries.listEmoji(ctx.services.db, id);
  setStreamPositions(ctx.request, { [id]: seq });
  return items.map(toServerEmoji);
}
