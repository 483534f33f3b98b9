import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import type { ActorContext } from '../procedures/context.js';
import type { Asking } from '../servers/access.js';
import type { PublicUserRow } from '../users/record.js';
import { findBotOf, lockBotOf } from './queries.js';

export type OwnedBot = Authorized<PublicUserRow, 'own'>;

/** Fetches a living bot of the actor's. Throws `BOT_NOT_FOUND`, for another's bot as for none. */
export async function findOwnedBot(ctx: Asking, botId: string): Promise<OwnedBot> {
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
