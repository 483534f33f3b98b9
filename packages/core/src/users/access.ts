import type { Queryable, Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import type { ActorContext, ReadContext } from '../procedures/context.js';
import { findBotOf, findUser, findUsers, lockBotOf, lockUser } from './queries.js';
import type { MeRow, PublicUserRow } from './record.js';

/** Fetches a living account that anyone signed in may know. Throws `USER_NOT_FOUND`. */
export async function accessUser(ctx: { db: Queryable }, userId: string): Promise<MeRow> {
  const user = await findUser(ctx.db, requireUuid(userId, 'USER_NOT_FOUND'));
  if (!user) throw new AppError('USER_NOT_FOUND');
  return user;
}

/** The same for many at once: in the order asked, null for an account that is gone. The ids must be well formed. */
export function accessUsers(q: Queryable, userIds: readonly string[]): Promise<Array<MeRow | null>> {
  return findUsers(q, userIds);
}

/** Someone who may be made a member: their profile stays as it is until the transaction has ended. */
export type Entrant = Authorized<PublicUserRow, 'enter'>;

/**
 * Holds a living account's profile for who is to enter a server or a channel; null when there is no such account.
 * Call it before any stream is locked. Whoever changes a profile locks it, and then the streams of all that the
 * account is in: so nobody enters with a profile whose change is not told there.
 */
export async function holdEntrant(tx: Transaction, userId: string): Promise<Entrant | null> {
  const user = await lockUser(tx, userId, 'share');
  return user && authorize(user, 'enter');
}

/** The same for who must exist. Throws `USER_NOT_FOUND`. */
export async function requireEntrant(tx: Transaction, userId: string): Promise<Entrant> {
  const entrant = await holdEntrant(tx, requireUuid(userId, 'USER_NOT_FOUND'));
  if (!entrant) throw new AppError('USER_NOT_FOUND');
  return entrant;
}

/** A living bot that the actor owns. */
export type OwnedBot = Authorized<PublicUserRow, 'own'>;

/** Fetches a living bot of the actor's. Throws `BOT_NOT_FOUND`, for another's bot as for none. */
export async function findOwnedBot(ctx: ReadContext, botId: string): Promise<OwnedBot> {
  const bot = await findBotOf(ctx.db, ctx.actor.userId, requireUuid(botId, 'BOT_NOT_FOUND'));
  if (!bot) throw new AppError('BOT_NOT_FOUND');
  return authorize(bot, 'own');
}

/**
 * The same inside a write, and under the bot's lock: while it is held, the bot is not deleted and its tokens stay.
 * Whoever also takes logs of servers that the bot is in takes this lock first.
 */
export async function lockOwnedBot(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  botId: string,
): Promise<OwnedBot> {
  const bot = await lockBotOf(tx, ctx.actor.userId, requireUuid(botId, 'BOT_NOT_FOUND'));
  if (!bot) throw new AppError('BOT_NOT_FOUND');
  return authorize(bot, 'own');
}
