import { newId, type Transaction, tables } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import type { Actor } from '../kernel/services/actor.js';
import { purgeOlder } from '../kernel/sql/purge-older.js';
import type { Emit } from '../log/transact.js';
import type { ActorContext, IncomingRequest } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import { rememberNetwork } from './network-queries.js';
import { publishNewSignIn } from './new-sign-in.js';
import type { SessionCache } from './session-cache.js';
import {
  deleteExpiredSessions,
  deleteOldestSessions,
  deleteSessionsOf,
  type FoundSession,
  insertSessions,
  lockSession,
  touchSession,
} from './session-queries.js';
import { hashToken, hexHashOf, newToken } from './tokens.js';

const DAY_MS = 24 * 3600 * 1000;

/** A session is renewed at most once an hour: the write is not worth more precision. */
const RENEW_AFTER_MS = 3600 * 1000;

/** A session that is used from another network is renewed at most once a minute: a person looks for where it is used. */
const MOVED_AFTER_MS = 60_000;

/** Enough for the networks that a person uses, and little to read. */
const KNOWN_NETWORKS_MAX = 16;

/**
 * How a person signed in. All but `token`, a session that an issuer of tokens asks for, prove that the person is there. The
 * name of a provider stands after the colon.
 */
export type SignInMethod = 'password' | 'passkey' | 'token' | `provider:${string}`;

/** The client that a session is opened for. */
export type SessionClient = Pick<IncomingRequest, 'userAgent' | 'network'>;

export interface NewSession {
  /** Returned only here; the database stores its hash. */
  readonly token: string;
  readonly expiresAt: Date;
  /** The sessions that this one ended, because the person had as many as they may. Their sockets are still to be closed. */
  readonly ended: readonly string[];
}

/**
 * Begins a session of a person, publishes it where it is on a new device, and remembers the client's network. Beyond
 * the quota the oldest session ends. Call it under the account's lock, so that many at once do not end up with more,
 * and close the sockets of the ended ones after the commit (`closeSockets`).
 */
export async function openSession(
  services: Pick<Services, 'clock' | 'settings' | 'upward'>,
  tx: Transaction,
  emit: Emit,
  userId: string,
  { userAgent, network }: SessionClient,
  method: SignInMethod,
): Promise<NewSession> {
  const { sessionIdleDays, sessionMaxDays, quotas } = services.settings;
  const now = services.clock.now();
  const ended = await deleteOldestSessions(tx, userId, quotas.sessions - 1, now);
  const absoluteExpiresAt = new Date(now.getTime() + sessionMaxDays * DAY_MS);
  const expiresAt = earlier(new Date(now.getTime() + sessionIdleDays * DAY_MS), absoluteExpiresAt);
  const token = newToken('person');
  const row = {
    id: newId(),
    userId,
    tokenHash: hashToken(token),
    userAgent: userAgent?.slice(0, 256) ?? null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
    absoluteExpiresAt,
    method,
    signedInFrom: network,
    lastUsedFrom: network,
    verifiedAt: method === 'token' ? null : now,
  };
  await publishNewSignIn(services, tx, emit, row);
  await insertSessions(tx, [row]);
  if (network !== null) await rememberNetwork(tx, { userId, network, lastUsedAt: now }, KNOWN_NETWORKS_MAX);
  return { token, expiresAt, ended };
}

/** Closes the sockets of ended sessions and makes this process forget them. Call it after the commit. */
export function closeSockets({ bus }: Pick<Services, 'bus'>, ended: readonly string[]): void {
  for (const sessionId of ended) bus.endSession({ sessionId });
}

/** Begins the session of a bot's token, which does not expire. Without scopes it may do everything that bots may. */
export async function openBotSession(
  services: Pick<Services, 'clock'>,
  tx: Transaction,
  botId: string,
  scopes: readonly string[] | null,
): Promise<string> {
  const { token, row } = newBotSession(services, botId, scopes);
  await insertSessions(tx, [row]);
  return token;
}

/** Ends a bot's token. Answers the sessions whose sockets are to be closed after the commit, and what the token might do. */
export async function endBotSessions(
  tx: Transaction,
  botId: string,
): Promise<{ readonly ended: readonly string[]; readonly scopes: readonly string[] | null }> {
  const sessions = await deleteSessionsOf(tx, [botId]);
  return { ended: sessions.map(({ id }) => id), scopes: sessions[0]?.scopes ?? null };
}

/**
 * Gives bots, whose rows the caller has locked, new tokens with the scopes of the old ones. Answers the tokens in the order of the bots, and the sessions
 * that have ended with the old ones: close their sockets after the commit.
 */
export async function rotateTokens(
  services: Pick<Services, 'clock'>,
  tx: Transaction,
  botIds: readonly string[],
): Promise<{ readonly tokens: readonly string[]; readonly ended: readonly string[] }> {
  if (botIds.length === 0) return { tokens: [], ended: [] };
  const ended = await deleteSessionsOf(tx, botIds);
  const scopesOf = new Map(ended.map(({ userId, scopes }) => [userId, scopes]));
  const fresh = botIds.map((botId) => newBotSession(services, botId, scopesOf.get(botId) ?? null));
  await insertSessions(
    tx,
    fresh.map(({ row }) => row),
  );
  return { tokens: fresh.map(({ token }) => token), ended: ended.map(({ id }) => id) };
}

function newBotSession({ clock }: Pick<Services, 'clock'>, botId: string, scopes: readonly string[] | null) {
  const now = clock.now();
  const token = newToken('bot');
  const row = {
    id: newId(),
    userId: botId,
    tokenHash: hashToken(token),
    userAgent: null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: null,
    absoluteExpiresAt: null,
    scopes: scopes && [...scopes],
  };
  return { token, row };
}

/**
 * Holds the caller's session until the transaction ends: what a session makes that outlives it, such as a bot's token, is
 * seen by who ends the session, or is not made. Throws `UNAUTHENTICATED` when it has ended.
 */
export async function holdSession({ actor }: Pick<ActorContext, 'actor'>, tx: Transaction): Promise<void> {
  if (!(await lockSession(tx, actor.sessionId))) throw new AppError('UNAUTHENTICATED');
}

/** The actor of a token, used from a network; null for a token without a live session. Renews the session. */
export async function authenticate(
  services: Pick<Services, 'db' | 'clock' | 'settings'> & { readonly sessions: SessionCache },
  token: string,
  network: string | null = null,
): Promise<Actor | null> {
  const now = services.clock.now();
  const hash = hexHashOf(token);
  const { sessions } = services;
  const cached = sessions.cached(hash);
  const found = cached && !hasExpired(cached.session, now) ? cached : await sessions.find(hash);
  if (!found) return null;
  const { session, isBot } = found;
  if (isToBeRenewed(session, now, network)) await renew(services, session, now, network);
  const { id: sessionId, userId, scopes } = session;
  return scopes === null ? { userId, isBot, sessionId } : { userId, isBot, sessionId, scopes };
}

/** A session in the cache may have expired since it was looked up, or another node has renewed it. */
function hasExpired({ expiresAt }: FoundSession['session'], now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Deletes the sessions that have expired, and the networks without a sign-in for as long as a session can last. */
export async function purgeExpiredSessions(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
): Promise<void> {
  const { db, clock, settings } = services;
  const now = clock.now();
  await deleteExpiredSessions(db, now);
  await purgeOlder(db, tables.usedTokens.expiresAt, now);
  const unusedSince = new Date(now.getTime() - settings.sessionMaxDays * DAY_MS);
  await purgeOlder(db, tables.knownNetworks.lastUsedAt, unusedSince);
}

/**
 * The first use of a bot's token is recorded at once: it is how its owner sees that it is used at all. A person sees that
 * a session is used from elsewhere.
 */
function isToBeRenewed(
  { createdAt, lastUsedAt, lastUsedFrom, expiresAt }: FoundSession['session'],
  now: Date,
  network: string | null,
): boolean {
  const unusedMs = now.getTime() - lastUsedAt.getTime();
  const isFirstOfBot = expiresAt === null && lastUsedAt.getTime() === createdAt.getTime();
  const isElsewhere = expiresAt !== null && network !== null && network !== lastUsedFrom;
  return isFirstOfBot || unusedMs >= RENEW_AFTER_MS || (isElsewhere && unusedMs >= MOVED_AFTER_MS);
}

async function renew(
  services: Pick<Services, 'db' | 'settings'>,
  session: FoundSession['session'],
  now: Date,
  network: string | null,
): Promise<void> {
  const { absoluteExpiresAt, createdAt } = session;
  const idleUntil = new Date(now.getTime() + services.settings.sessionIdleDays * DAY_MS);
  // In the cache first, so that of many requests at the same time one writes.
  // Later than its creation, which is how a token that was never used looks.
  session.lastUsedAt = later(now, new Date(createdAt.getTime() + 1));
  session.expiresAt = absoluteExpiresAt && earlier(idleUntil, absoluteExpiresAt);
  session.lastUsedFrom = network ?? session.lastUsedFrom;
  const { lastUsedAt, lastUsedFrom, expiresAt } = session;
  await touchSession(services.db, session.id, { lastUsedAt, lastUsedFrom, expiresAt });
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
