import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { adminProcedure } from '../procedures/trpc.js';
import { AdminAct } from '../protocol/records/admin.js';
import { listAuditLog } from './audit-log.js';
import { keyProcedures } from './key-router.js';
import { ListActsInput } from './schemas.js';
import { serverProcedures } from './server-router.js';
import { userProcedures } from './user-router.js';

/** docs/reference.md, Administration. */
export const adminProcedures = {
  ...userProcedures,
  ...serverProcedures,

  auditLog: adminProcedure
    .meta(
      rest('GET', '/api/admin/audit-log', {
        tag: 'admin',
        summary: 'List what admins and the operator have done, newest first',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED'],
      }),
    )
    .input(ListActsInput)
    .output(z.array(AdminAct))
    .query(({ ctx, input }) => listAuditLog(ctx, input)),

  ...keyProcedures,
};
