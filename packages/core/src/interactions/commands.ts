import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { iso } from '../kernel/sql/instant.js';
import { transact } from '../log/transact.js';
import type { ActorContext, ReadContext } from '../procedures/context.js';
import type { BotCommands, Command } from '../protocol/records/interaction.js';
import { accessUser, findOwnedBot, lockAccount, lockOwnedBot } from '../users/access.js';
import { type PublicUserRow, toUser } from '../users/record.js';
import * as queries from './command-queries.js';
import type { SetCommandsInput } from './schemas.js';

/**
 * Replaces all commands of a bot, which it does itself or its owner. The same again changes nothing and publishes nothing. Its
 * servers and those who share a direct message with it are told in the background. Throws `BOT_NOT_FOUND`.
 */
export async function setCommands(
  ctx: ActorContext,
  { botId, commands }: SetCommandsInput,
): Promise<BotCommands> {
  const set = await transact(ctx, async (tx) => {
    const bot = await lockBot(ctx, tx, botId);
    const before = await queries.findCommands(tx, bot.id);
    if (before !== null && isSame(before.commands, commands)) return toBotCommands(bot, before);
    const after = { commands, updatedAt: ctx.services.clock.now() };
    await queries.replaceCommands(tx, bot.id, after);
    const streamIds = [
      ...(await ctx.services.upward.serversOf(tx, bot.id)),
      ...(await ctx.services.upward.dmPartnersOf(tx, bot.id)),
    ];
    await queries.insertUnpublished(tx, bot.id, streamIds);
    return toBotCommands(bot, after);
  });
  ctx.services.background.wake();
  return set;
}

/** The commands of a bot, for itself and its owner. Throws `BOT_NOT_FOUND`. */
export async function getCommands(ctx: ReadContext, botId: string): Promise<BotCommands> {
  const bot = isItself(ctx, botId) ? await accessUser(ctx.services, botId) : await findOwnedBot(ctx, botId);
  return toBotCommands(bot, await queries.findCommands(ctx.services.db, bot.id));
}

/**
 * The commands that can be invoked in a channel: those of the bots that may read it, the bots that set theirs last first. Throws
 * `CHANNEL_NOT_FOUND`.
 */
export async function listChannelCommands(ctx: ReadContext, channelId: string): Promise<BotCommands[]> {
  const channel = requireUuid(channelId, 'CHANNEL_NOT_FOUND');
  const { value } = await queries.readChannelCommands(ctx, { channel });
  return value.map(({ commands, commandsUpdatedAt, ...bot }) => ({
    bot: toUser(bot),
    commands,
    updatedAt: iso(commandsUpdatedAt),
  }));
}

async function lockBot(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  botId: string,
): Promise<PublicUserRow> {
  if (!isItself(ctx, botId)) return lockOwnedBot(ctx, tx, botId);
  const bot = await lockAccount(tx, ctx.actor.userId);
  if (!bot) throw new AppError('BOT_NOT_FOUND');
  return bot;
}

function isItself({ actor }: Pick<ActorContext, 'actor'>, botId: string): boolean {
  return actor.isBot && botId.toLowerCase() === actor.userId;
}

function toBotCommands(bot: PublicUserRow, row: queries.CommandsRow | null): BotCommands {
  return {
    bot: toUser(bot),
    commands: row?.commands ?? [],
    updatedAt: row === null ? null : iso(row.updatedAt),
  };
}

/** The database has the keys of an object in an order of its own. */
function isSame(a: readonly Command[], b: readonly Command[]): boolean {
  return JSON.stringify(a, sortKeys) === JSON.stringify(b, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
