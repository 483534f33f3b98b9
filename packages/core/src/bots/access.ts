import { type Authorized, authorize } from '../kernel/actor.js';
import { AppError } from '../kernel/errors.js';
import { knownId } from '../kernel/ids.js';
import type { Asking } from '../servers/access.js';
import type { PublicUserRow } from '../users/record.js';
import { findBotOf } from './queries.js';

export type OwnedBot = Authorized<PublicUserRow, 'own'>;

/** Fetches a living bot of the actor's. Throws `BOT_NOT_FOUND`, for another's bot as for none. */
export async function findOwnedBot(ctx: Asking, botId: string): Promise<OwnedBot> {
  const bot = await findBotOf(ctx.db, ctx.actor.userId, knownId(botId, 'BOT_NOT_FOUND'));
  if (!bot) throw new AppError('BOT_NOT_FOUND');
  return authorize(bot, 'own');
}
