import type { Transaction } from '@palaver/db';
import { changesOf, type Given, isEmpty } from '../kernel/schema/changes.js';
import { serverStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { Server } from '../protocol/records/server.js';
import { lockServer, type ServerAccess } from './access.js';
import { changedFields, recordAct } from './audit-log.js';
import { type ServerRow, updateServer } from './queries.js';
import { toServer } from './record.js';
import { changedRetention } from './retention.js';

type Fields = Pick<
  ServerRow,
  'name' | 'iconPath' | 'retentionDays' | 'editHistory' | 'externalId' | 'metadata'
>;

/**
 * Changes fields of a server as `decide` says, which is called under its lock. A change is published and has a line in the audit
 * log. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED`, or `OWNER_REQUIRED` for the retention.
 */
export function changeServer(
  ctx: ActorContext,
  serverId: string,
  decide: (server: ServerAccess, tx: Transaction) => Promise<Given<Fields>>,
): Promise<Server> {
  return transact(ctx, async (tx, emit) => {
    const server = await lockServer(ctx, tx, serverId, 'update');
    const changes = changesOf<Fields>(server, await decide(server, tx));
    if (isEmpty(changes)) return toServer(server);
    const retention = changedRetention(ctx.services, server, changes);
    const updated = toServer(await updateServer(tx, server.id, { ...changes, ...retention?.columns }));
    await emit(serverStream(server.id), { type: 'server.updated', data: updated });
    const target = { id: server.id, name: server.name };
    await recordAct(ctx, tx, {
      serverId: server.id,
      act: 'server.updated',
      target,
      details: { ...changedFields(changes), ...retention?.details },
    });
    return updated;
  });
}
