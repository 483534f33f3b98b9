import { iso } from '../kernel/sql/instant.js';
import { AdminAct, type AdminServer, type AdminSession, type AdminUser } from '../protocol/records/admin.js';
import type { ApiKey } from '../protocol/records/api-key.js';
import type { ApiKeyRow } from './key-queries.js';
import type { ActRow, AdminServerRow, AdminUserRow, listSessions } from './queries.js';

/** An account as admins see it. */
export function toAdminUser({ createdAt, deactivatedAt, lastUsedAt, ...row }: AdminUserRow): AdminUser {
  return {
    ...row,
    createdAt: iso(createdAt),
    deactivatedAt: deactivatedAt && iso(deactivatedAt),
    lastUsedAt: lastUsedAt === null ? null : iso(new Date(lastUsedAt)),
  };
}

/** A session, or the token of a bot, as admins see it. */
export function toAdminSession(row: Awaited<ReturnType<typeof listSessions>>[number]): AdminSession {
  const { id, userAgent, createdAt, lastUsedAt, expiresAt } = row;
  return {
    id,
    userAgent,
    createdAt: iso(createdAt),
    lastUsedAt: iso(lastUsedAt),
    expiresAt: expiresAt && iso(expiresAt),
  };
}

/** A server as admins see it. */
export function toAdminServer({ createdAt, ...row }: AdminServerRow): AdminServer {
  return { ...row, createdAt: iso(createdAt) };
}

/** A key without its token. */
export function toApiKey({ createdAt, expiresAt, lastUsedAt, ...row }: ApiKeyRow): ApiKey {
  return {
    ...row,
    createdAt: iso(createdAt),
    expiresAt: expiresAt && iso(expiresAt),
    lastUsedAt: lastUsedAt && iso(lastUsedAt),
  };
}

/** A line of the audit log. */
export function toAdminAct({ createdAt, ...row }: ActRow): AdminAct {
  return AdminAct.parse({ ...row, createdAt: iso(createdAt) });
}
