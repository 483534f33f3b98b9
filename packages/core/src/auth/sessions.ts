import { newId, type Queryable } from '@palaver/db';
import type { Actor } from '../kernel/services/actor.js';
import type { Services } from '../procedures/services.js';
import { deleteExpiredSessions, type FoundSession, insertSession, touchSession } from './queries.js';
import type { SessionCache } from './session-cache.js';
import { hashToken, hexHashOf, newToken } from './tokens.js';

const DAY_MS = 24 * 3600 * 1000;

/** A session is renewed at most once an hour: the write is not worth more precision. */
const RENEW_AFTER_MS = 3600 * 1000;

/** Begins a session of a person. The token is returned only here; the database stores its hash. */
export async function openSession(
  services: Pick<Services, 'clock' | 'settings'>,
  q: Queryable,
  userId: string,
  userAgent: string | null,
): Promise<{ token: string; expiresAt: Date }> {
  const { sessionIdleDays, sessionMaxDays } = services.settings;
  const now = services.clock.now();
  const absoluteExpiresAt = new Date(now.getTime() + sessionMaxDays * DAY_MS);
  const expiresAt = earlier(new Date(now.getTime() + sessionIdleDays * DAY_MS), absoluteExpiresAt);
  const token = newToken('person');
  await insertSession(q, {
    id: newId(),
    userId,
    tokenHash: hashToken(token),
    userAgent: userAgent?.slice(0, 256) ?? null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
    absoluteExpiresAt,
  });
  return { token, expiresAt };
}

/** Begins the session of a bot's token, which does not expire. */
export async function openBotSession(
  services: Pick<Services, 'clock'>,
  q: Queryable,
  botId: string,
): Promise<string> {
  const now = services.clock.now();
  const token = newToken('bot');
  await insertSession(q, {
    id: newId(),
    userId: botId,
    tokenHash: hashToken(token),
    userAgent: null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: null,
    absoluteExpiresAt: null,
  });
  return token;
}

/** The actor of a token; null for a token without a live session. Renews the session. */
export async function authenticate(
  services: Pick<Services, 'db' | 'clock' | 'settings'> & { readonly sessions: SessionCache },
  token: string,
): Promise<Actor | null> {
  const now = services.clock.now();
  const hash = hexHashOf(token);
  const { sessions } = services;
  const found = sessions.cached(hash) ?? (await sessions.find(hash));
  if (!found || hasEnded(found.session, now)) return null;
  const { session, isBot } = found;
  if (isToBeRenewed(session, now)) await renew(services, session, now);
  return { userId: session.userId, isBot, sessionId: session.id };
}

/** A session in the cache may have expired since it was looked up. */
function hasEnded({ expiresAt }: FoundSession['session'], now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Deletes the sessions that have expired. */
export function purgeExpiredSessions(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  return deleteExpiredSessions(services.db, services.clock.now());
}

type ExpiringSession = FoundSession['session'] & { readonly absoluteExpiresAt: Date };

function isToBeRenewed(session: FoundSession['session'], now: Date): session is ExpiringSession {
  return session.absoluteExpiresAt !== null && now.getTime() - session.lastUsedAt.getTime() >= RENEW_AFTER_MS;
}

async function renew(
  services: Pick<Services, 'db' | 'settings'>,
  session: ExpiringSession,
  now: Date,
): Promise<void> {
  const idleUntil = new Date(now.getTime() + services.settings.sessionIdleDays * DAY_MS);
  // In the cache first, so that of many requests at the same time one writes.
  session.lastUsedAt = now;
  session.expiresAt = earlier(idleUntil, session.absoluteExpiresAt);
  await touchSession(services.db, session.id, now, session.expiresAt);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
