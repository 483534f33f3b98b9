import type { ActorContext, AdminContext } from '../procedures/context.js';
import type { Erasure } from '../protocol/records/erasure.js';
import { accessServer } from '../servers/access.js';
import { listErasures } from './queries.js';
import { toErasure } from './record.js';
import type { ListAllErasuresInput, ListErasuresInput } from './schemas.js';

/** The erasures of a server, newest first. Throws `SERVER_NOT_FOUND` or `OWNER_REQUIRED`. */
export async function listErasuresOf(ctx: ActorContext, input: ListErasuresInput): Promise<Erasure[]> {
  const { id } = await accessServer(ctx, input.serverId, 'erase');
  return (await listErasures(ctx.services.db, input, id)).map(toErasure);
}

/** All erasures of the service, newest first. */
export async function listAllErasures(ctx: AdminContext, input: ListAllErasuresInput): Promise<Erasure[]> {
  return (await listErasures(ctx.services.db, input, null)).map(toErasure);
}
