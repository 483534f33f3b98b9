import type { Transaction } from '@palaver/db';
import type { Actor } from '../kernel/services/actor.js';
import { iso } from '../kernel/sql/instant.js';
import type { ActorContext, Using } from '../procedures/context.js';
import { ServerAct } from '../protocol/records/server-act.js';
import { accessServer } from './access.js';
import { insertAct, listActs, type NewAct, type ServerActRow } from './audit-queries.js';
import type { ListServerActsInput } from './schemas.js';

/** What was done, for the audit log of a server. */
export type Act = Omit<NewAct, 'details'> & Partial<Pick<NewAct, 'details'>>;

interface ActContext extends Using<'clock'> {
  readonly actor: Pick<Actor, 'userId'> | null;
  /** Where there is no actor. */
  readonly actorName?: string;
}

/**
 * Adds a line to the audit log of a server (docs/reference.md, The audit log of a server), in the transaction of the
 * act. Its details name no content of a message. Without an actor it is an act of an admin of the service, or
 * of whom `actorName` names.
 */
export async function recordAct(
  { services, actor, actorName = 'an admin of the service' }: ActContext,
  tx: Transaction,
  { details = {}, ...act }: Act,
): Promise<void> {
  const by = { actorId: actor?.userId ?? null, actorName, at: services.clock.now() };
  await insertAct(tx, { ...act, details }, by);
}

/** The names of the fields that a change has, as a detail of an act. */
export function changedFields(changes: object): { changed: string } {
  return { changed: Object.keys(changes).sort().join(', ') };
}

/** What has been done in a server, newest first. Throws `SERVER_NOT_FOUND` or `ADMIN_REQUIRED`. */
export async function listAuditLog(ctx: ActorContext, input: ListServerActsInput): Promise<ServerAct[]> {
  const { id: serverId } = await accessServer(ctx, input.serverId, 'readAuditLog');
  return (await listActs(ctx.services.db, { ...input, serverId })).map(toServerAct);
}

function toServerAct({ createdAt, ...row }: ServerActRow): ServerAct {
  return ServerAct.parse({ ...row, createdAt: iso(createdAt) });
}
