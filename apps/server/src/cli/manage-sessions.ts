import { AdminSession, Done } from '@palaver/core/protocol';
import { z } from 'zod';
import type { AdminApi } from './admin-api.js';
import { findUser } from './find-user.js';
import { table } from './table.js';
import { type Answer, CommandError } from './terminal.js';

export async function listSessions(api: AdminApi, nameOrId: string): Promise<Answer> {
  const { id } = await findUser(api, nameOrId);
  const data = await sessionsOf(api, id);
  const rows = data.map((session) => [session.id, session.createdAt, session.lastUsedAt, session.userAgent]);
  return { data, text: table([['id', 'created', 'last used', 'client'], ...rows]) };
}

/** Ends one session of a user, or with `all` each one that is open now. */
export async function endSessions(
  api: AdminApi,
  nameOrId: string,
  which: { readonly sessionId: string | undefined; readonly all: boolean },
): Promise<Answer> {
  if (which.all === (which.sessionId !== undefined)) {
    throw new CommandError('WHICH_SESSION', 'Give the id of a session, or --all.');
  }
  const { id, username } = await findUser(api, nameOrId);
  const ids = which.sessionId ? [which.sessionId] : (await sessionsOf(api, id)).map((session) => session.id);
  for (const sessionId of ids) {
    await api(Done, 'DELETE', `users/${id}/sessions/${encodeURIComponent(sessionId)}`);
  }
  return { data: { ended: ids }, text: `Ended ${ids.length} sessions of ${username}.` };
}

function sessionsOf(api: AdminApi, userId: string): Promise<AdminSession[]> {
  return api(z.array(AdminSession), 'GET', `users/${userId}/sessions`);
}
