import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure } from '../procedures/trpc.js';
import { ServerAct } from '../protocol/records/server-act.js';
import { listAuditLog } from './audit-log.js';
import { ListServerActsInput } from './schemas.js';

/** The procedure of the audit log, for the servers router to spread in. */
export const auditProcedures = {
  auditLog: actorProcedure
    .meta(
      rest('GET', '/api/servers/{serverID}/audit-log', {
        tag: 'servers',
        summary: 'List what has been done in a server, newest first',
        description: 'Every act for which a role is needed. Nobody changes or deletes a line.',
        errors: ['SERVER_NOT_FOUND', 'ADMIN_REQUIRED'],
      }),
    )
    .input(ListServerActsInput)
    .output(z.array(ServerAct))
    .query(({ ctx, input }) => listAuditLog(ctx, input)),
};
