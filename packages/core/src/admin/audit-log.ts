import type { AdminContext } from '../procedures/context.js';
import type { AdminAct } from '../protocol/records/admin.js';
import { listActs } from './queries.js';
import { toAdminAct } from './record.js';
import type { ListActsInput } from './schemas.js';

/** What admins and the operator have done, newest first. */
export async function listAuditLog(ctx: AdminContext, input: ListActsInput): Promise<AdminAct[]> {
  return (await listActs(ctx.services.db, input)).map(toAdminAct);
}
