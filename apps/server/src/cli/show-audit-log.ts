import { AdminAct } from '@palaver/core/protocol';
import { z } from 'zod';
import type { AdminApi } from './admin-api.js';
import { queryOf } from './paging.js';
import { table } from './table.js';
import type { Answer } from './terminal.js';

export interface AuditLogOptions {
  readonly target?: string | undefined;
  readonly limit?: string | undefined;
  readonly before?: string | undefined;
}

export async function showAuditLog(
  api: AdminApi,
  { target, limit, before }: AuditLogOptions,
): Promise<Answer> {
  const query = queryOf({ targetId: target, limit, before });
  const data = await api(z.array(AdminAct), 'GET', `audit-log${query}`);
  const rows = data.map((act) => [
    act.createdAt,
    act.actorId === null ? `operator ${act.actorName}` : act.actorName,
    act.act,
    act.targetName,
    act.targetId,
    JSON.stringify(act.details),
    act.id,
  ]);
  return { data, text: table([['time', 'who', 'act', 'target', 'target id', 'details', 'id'], ...rows]) };
}
