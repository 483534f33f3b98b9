import { newId, type Queryable, type Transaction, tables } from '@palaver/db';
import type { Actor } from '../kernel/services/actor.js';
import { purgeOlder } from '../kernel/sql/purge-older.js';
import type { Context } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import { rememberNetwork } from './network-queries.js';
import {
  deleteExpiredSessions,
  deleteOldestSessions,
  type FoundSession,
  insertSession,
  touchSession,
} from './queries.js';
import type { SessionCache } from './session-cache.js';
import { hashToken, hexHashOf, newToken } from './tokens.js';

const DAY_MS = 24 * 3600 * 1000;

/** A session is renewed at most once an hour: the write is not worth more precision. */
const RENEW_AFTER_MS = 3600 * 1000;

/** Enough for the networks that a person uses, and little to read. */
const KNOWN_NETWORKS_MAX = 16;

/** The client that a session is opened for. */
export type SessionClient = Pick<Context, 'userAgent' | 'network'>;

export interface NewSession {
  /** Returned only here; the database stores its hash. */
  readonly token: string;
  readonly expiresAt: Date;
  /** The sessions that this one ended, because the person had as many as they may. Their sockets are still to be closed. */
  readonly ended: readonly string[];
}

/**
 * Begins a session of a person, and remembers the client's network. Beyond the quota the oldest session ends. Call it under the account's lock, so that
 * many at once do not end up with more, and close the sockets of the ended ones after the commit (`closeSockets`).
 */
export async function openSession(
  services: Pick<Services, 'clock' | 'settings'>,
  tx: Transaction,
  userId: string,
  { userAgent, network }: SessionClient,
): Promise<NewSession> {
  const { sessionIdleDays, sessionMaxDays, quotas } = services.settings;
  const now = services.clock.now();
  const ended = await deleteOldestSessions(tx, userId, quotas.sessions - 1, now);
  const absoluteExpiresAt = new Date(now.getTime() + sessionMaxDays * DAY_MS);
  const expiresAt = earlier(new Date(now.getTime() + sessionIdleDays * DAY_MS), absoluteExpiresAt);
  const token = newToken('person');
  await insertSession(tx, {
    id: newId(),
    userId,
    tokenHash: hashToken(token),
    userAgent: userAgent?.slice(0, 256) ?? null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
    absoluteExpiresAt,
  });
  if (network !== null) await rememberNetwork(tx, { userId, network, lastUsedAt: now }, KNOWN_NETWORKS_MAX);
  return { token, expiresAt, ended };
}

/** Closes the sockets of ended sessions and makes this process forget them. Call it after the commit. */
export function closeSockets({ bus }: Pick<Services, 'bus'>, ended: readonly string[]): void {
  for (const sessionId of ended) bus.endSession({ sessionId });
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

/** Deletes the sessions that have expired, and the networks without a sign-in for as long as a session can last. */
export async function purgeExpiredSessions(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
): Promise<void> {
  const { db, clock, settings } = services;
  const now = clock.now();
  await deleteExpiredSessions(db, now);
  const unusedSince = new Date(now.getTime() - settings.sessionMaxDays * DAY_MS);
  await purgeOlder(db, tables.knownNetworks.lastUsedAt, unusedSince);
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
