import { newId, type Queryable } from '@palaver/db';
import type { Actor } from '../kernel/services/actor.js';
import type { Services } from '../procedures/services.js';
import { deleteExpiredSessions, type FoundSession, insertSession, touchSession } from './queries.js';
import type { SessionCache } from './session-cache.js';
import { hashToken, hexHashOf, newToken } from './tokens.js';

const DAY_MS = 24 * 3600 * 1000;

/** A session is moved on at most once an hour: the write is not worth more precision. */
const TOUCH_AFTER_MS = 3600 * 1000;

/** Begins a session of a person. The token is returned this once; only its hash is kept. */
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

/** Begins the endless session that is a bot's token. */
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

/** Who holds this token; null for a token that is no (longer a) session's. Keeps a used session alive. */
export async function authenticate(
  services: Pick<Services, 'db' | 'clock' | 'settings'> & { readonly sessions: SessionCache },
  token: string,
): Promise<Actor | null> {
  const now = services.clock.now();
  const hash = hexHashOf(token);
  const { sessions } = services;
  const holder = sessions.held(hash) ?? (await sessions.find(hash));
  if (!holder || hasEnded(holder.session, now)) return null;
  if (isToBeMovedOn(holder.session, now)) await keepAlive(services, holder.session, now);
  return { userId: holder.session.userId, isBot: holder.isBot, sessionId: holder.session.id };
}

/** One that was found a moment ago may have ended since. */
function hasEnded({ expiresAt }: FoundSession['session'], now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Removes the sessions that have ended by age. */
export function endExpiredSessions(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  return deleteExpiredSessions(services.db, services.clock.now());
}

type AgingSession = FoundSession['session'] & { readonly absoluteExpiresAt: Date };

function isToBeMovedOn(session: FoundSession['session'], now: Date): session is AgingSession {
  return session.absoluteExpiresAt !== null && now.getTime() - session.lastUsedAt.getTime() >= TOUCH_AFTER_MS;
}

async function keepAlive(
  services: Pick<Services, 'db' | 'settings'>,
  session: AgingSession,
  now: Date,
): Promise<void> {
  const slid = new Date(now.getTime() + services.settings.sessionIdleDays * DAY_MS);
  // In memory first, so that requests at the same time do not all write it.
  session.lastUsedAt = now;
  session.expiresAt = earlier(slid, session.absoluteExpiresAt);
  await touchSession(services.db, session.id, now, session.expiresAt);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
