import { endSessionOf } from '../auth/accounts.js';
import { closeSockets } from '../auth/sessions.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import type { AdminContext } from '../procedures/context.js';
import type { AdminSession } from '../protocol/records/admin.js';
import { lockAnyUser, targetOf, transactAsAdmin } from './access.js';
import * as queries from './queries.js';
import { toAdminSession } from './record.js';
import type { UserSessionInput } from './schemas.js';
import { getUser } from './users.js';

/** The open sessions of a user, newest first. Throws `USER_NOT_FOUND`. */
export async function listSessions(ctx: AdminContext, userId: string): Promise<AdminSession[]> {
  const user = await getUser(ctx, userId);
  return (await queries.listSessions(ctx.services.db, user.id, ctx.services.clock.now())).map(toAdminSession);
}

/** Ends a session, or the token of a bot, and closes its sockets. Throws `USER_NOT_FOUND` or `SESSION_NOT_FOUND`. */
export async function endSession(ctx: AdminContext, input: UserSessionInput): Promise<void> {
  const sessionId = requireUuid(input.sessionId, 'SESSION_NOT_FOUND');
  await transactAsAdmin(ctx, async (tx, record, _emit, afterCommit) => {
    const user = await lockAnyUser(tx, input.userId);
    if (!(await endSessionOf(tx, user.id, sessionId))) throw new AppError('SESSION_NOT_FOUND');
    await record({ act: 'session.ended', target: targetOf(user), details: { sessionId } });
    afterCommit(() => closeSockets(ctx.services, [sessionId]));
  });
}
