import type { Queryable, Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import type { ActorContext, ReadContext } from '../procedures/context.js';
import {
  findBotOf,
  findBotsOf,
  findShownUser,
  findUser,
  findUserIdsByName,
  findUsers,
  lockBotOf,
  lockProfile,
  lockUser,
} from './queries.js';
import type { MeRow, PublicUserRow } from './record.js';

/** Fetches an account that has not been deleted; any signed-in user may. Throws `USER_NOT_FOUND`. */
export async function accessUser(services: { db: Queryable }, userId: string): Promise<MeRow> {
  const user = await findUser(services.db, requireUuid(userId, 'USER_NOT_FOUND'));
  if (!user) throw new AppError('USER_NOT_FOUND');
  return user;
}

/** The same, also for a person whose account was deleted: others meet their messages. Throws `USER_NOT_FOUND`. */
export async function accessShownUser(services: { db: Queryable }, userId: string): Promise<PublicUserRow> {
  const user = await findShownUser(services.db, requireUuid(userId, 'USER_NOT_FOUND'));
  if (!user) throw new AppError('USER_NOT_FOUND');
  return user;
}

/** Whether an account is that of a person and was deleted. */
export async function isDeletedPerson(q: Queryable, userId: string): Promise<boolean> {
  const user = await findShownUser(q, userId);
  return user !== null && user.deletedAt !== null;
}

/** The accounts of `accessUser` for many at once: in the order of the ids, null for no account. The ids must be well formed. */
export function accessUsers(q: Queryable, userIds: readonly string[]): Promise<Array<MeRow | null>> {
  return findUsers(q, userIds);
}

/** The accounts with these names, which are in lower case, by their names in lower case. */
export function accessUsersNamed(
  q: Queryable,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return findUserIdsByName(q, names);
}

/** The person who answers for what an actor uses up: the owner of a bot, else the person. */
export async function responsiblePerson({ services: { db }, actor }: ReadContext): Promise<string> {
  if (!actor.isBot) return actor.userId;
  return (await findUser(db, actor.userId))?.botOwnerId ?? actor.userId;
}

/** A user who may be made a member, with a profile that does not change until the transaction ends. */
export type JoiningUser = Authorized<PublicUserRow, 'join'>;

/**
 * Locks an account until the transaction ends: its changes come one after the other, and no session of it begins. Null when
 * there is no such account.
 */
export function lockAccount(tx: Transaction, userId: string): Promise<MeRow | null> {
  return lockUser(tx, userId);
}

/**
 * Locks the profile of an account that is to join a server or a channel; null when there is no such account. Call it
 * before any stream is locked. A change of a profile locks it too, before the streams of the servers that the account is
 * in: so nobody joins with a profile whose change is not published there. `alone` is for what a quota of the account
 * counts: until the transaction ends, no other one counts for this account.
 */
export async function lockJoiningUser(
  tx: Transaction,
  userId: string,
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<JoiningUser | null> {
  const user = await lockProfile(tx, userId, { alone });
  return user && authorize(user, 'join');
}

/** The same for an account that must exist. Throws `USER_NOT_FOUND`. */
export async function requireJoiningUser(
  tx: Transaction,
  userId: string,
  how?: { readonly alone?: boolean },
): Promise<JoiningUser> {
  const user = await lockJoiningUser(tx, requireUuid(userId, 'USER_NOT_FOUND'), how);
  if (!user) throw new AppError('USER_NOT_FOUND');
  return user;
}

/** The bots of a person that have not been deleted. */
export function accessBotsOf(q: Queryable, ownerId: string): Promise<PublicUserRow[]> {
  return findBotsOf(q, ownerId);
}

/** A bot that the actor owns and that has not been deleted. */
export type OwnedBot = Authorized<PublicUserRow, 'own'>;

/** Fetches a bot of the actor's. Throws `BOT_NOT_FOUND`, also for the bot of another person. */
export async function findOwnedBot(ctx: ReadContext, botId: string): Promise<OwnedBot> {
  const bot = await findBotOf(ctx.services.db, ctx.actor.userId, requireUuid(botId, 'BOT_NOT_FOUND'));
  if (!bot) throw new AppError('BOT_NOT_FOUND');
  return authorize(bot, 'own');
}

/**
 * The same inside a write, and under the bot's lock: until the transaction ends, the bot is not deleted and its tokens
 * stay. A write that also locks streams of servers takes this lock first.
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
