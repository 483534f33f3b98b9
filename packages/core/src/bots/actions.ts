import { newId, type Transaction } from '@palaver/db';
import { closeSockets, endBotSessions, holdSession, openBotSession } from '../auth/sessions.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireQuota } from '../kernel/errors/require-quota.js';
import { uniqueOr } from '../kernel/errors/unique.js';
import { changesOf, isEmpty } from '../kernel/schema/changes.js';
import { iso } from '../kernel/sql/instant.js';
import { lockStream, openStream } from '../log/append.js';
import { userStream } from '../log/streams.js';
import { type AfterCommit, type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { BotToken, BotTokenUse, CreatedBot } from '../protocol/records/bot.js';
import type { User } from '../protocol/records/user.js';
import { beginToLeaveAllServers } from '../servers/leaving.js';
import { accessUser, findOwnedBot, lockOwnedBot } from '../users/access.js';
import { insertUser, setAccounts, updateUser } from '../users/account-rows.js';
import { publishProfile } from '../users/profile.js';
import { toUser } from '../users/record.js';
import { changedStatus } from '../users/status.js';
import * as queries from './queries.js';
import type { CreateBotInput, RotateTokenInput, UpdateBotInput } from './schemas.js';

const TAKEN = { users_username_key: 'USERNAME_TAKEN' } as const;

/**
 * Creates a bot of the caller's and its token, which a retry from the same session gets again. Throws `USERNAME_TAKEN`,
 * `TOO_MANY_BOTS` or `STEP_UP_REQUIRED`.
 */
export function createBot(ctx: ActorContext, input: CreateBotInput): Promise<CreatedBot> {
  const { username } = input;
  const createdAt = ctx.services.clock.now();
  const create = async (tx: Transaction) => {
    await holdSession(ctx, tx);
    await ctx.services.upward.requireStepUp(ctx, { tx });
    await lockStream(tx, userStream(ctx.actor.userId));
    const owned = await queries.countBotsOf(tx, ctx.actor.userId);
    requireQuota('bots', owned, ctx.services.settings.quotas.bots);
    const bot = await insertUser(tx, {
      id: newId(),
      username,
      displayName: input.displayName ?? username,
      bot: true,
      botOwnerId: ctx.actor.userId,
      createdAt,
    });
    await openStream(tx, userStream(bot.id), createdAt);
    await tellOfToken(ctx, tx, bot);
    return {
      bot: toUser(bot),
      token: await openBotSession(ctx.services, tx, bot.id, distinct(input.scopes)),
    };
  };
  return uniqueOr(TAKEN, () => transact(ctx, create, { secret: true }));
}

/** All bots of the caller, newest first. */
export async function listBots(ctx: ActorContext): Promise<User[]> {
  return (await queries.listBotsOf(ctx.services.db, ctx.actor.userId)).map(toUser);
}

/** When the token of a bot of the caller's was made and used, and what it may do. Throws `BOT_NOT_FOUND`. */
export async function tokenUse(ctx: ActorContext, botId: string): Promise<BotTokenUse> {
  const bot = await findOwnedBot(ctx, botId);
  const token = await queries.findToken(ctx.services.db, bot.id);
  if (token === null) throw new AppError('BOT_NOT_FOUND');
  const { createdAt, lastUsedAt, scopes } = token;
  const isUnused = lastUsedAt.getTime() === createdAt.getTime();
  return { createdAt: iso(createdAt), lastUsedAt: isUnused ? null : iso(lastUsedAt), scopes };
}

/** Changes the given fields of a bot. Throws `BOT_NOT_FOUND` or `USERNAME_TAKEN`. */
export async function updateBot(ctx: ActorContext, input: UpdateBotInput): Promise<User> {
  const { username, displayName, status } = input;
  const updated = await uniqueOr(TAKEN, () =>
    transact(ctx, async (tx, emit) => {
      const bot = await lockOwnedBot(ctx, tx, input.botId);
      const before = await accessUser({ db: tx }, bot.id);
      const names = changesOf(bot, { username, displayName });
      const changes = { ...names, ...changedStatus(bot, { status }) };
      if (isEmpty(changes)) return toUser(bot);
      await updateUser(tx, bot, changes);
      await publishProfile(ctx.services, tx, emit, before, { ...before, ...changes });
      return toUser({ ...bot, ...changes });
    }),
  );
  ctx.services.background.wake();
  return updated;
}

/**
 * Deletes a bot: it leaves its servers, its tokens end, its sockets close, and its name is free again. Its messages stay,
 * with it as the author, and so do its direct messages, whose members never change. Throws `BOT_NOT_FOUND`.
 */
export async function deleteBot(ctx: ActorContext, botId: string): Promise<void> {
  await transact(ctx, async (tx, _emit, afterCommit) => {
    const bot = await lockOwnedBot(ctx, tx, botId);
    await beginToLeaveAllServers(tx, bot.id);
    await ctx.services.upward.forgetBot(tx, bot.id);
    await setAccounts(tx, [bot.id], { deletedAt: ctx.services.clock.now() });
    const { ended } = await endBotSessions(tx, bot.id);
    afterCommit(() => closeSockets(ctx.services, ended));
  });
  ctx.services.background.wake();
}

/**
 * Gives a bot a new token, with the scopes of the old one where none are given; the old one ends and its sockets close. After several rotations at once only the token of the
 * last one is valid. A retry from the same session gets the new token again. Throws `BOT_NOT_FOUND` or
 * `STEP_UP_REQUIRED`.
 */
export async function rotateToken(ctx: ActorContext, input: RotateTokenInput): Promise<BotToken> {
  const rotate = async (tx: Transaction, _emit: Emit, afterCommit: AfterCommit) => {
    await holdSession(ctx, tx);
    const bot = await lockOwnedBot(ctx, tx, input.botId);
    await ctx.services.upward.requireStepUp(ctx, { tx });
    const { ended, scopes: earlier } = await endBotSessions(tx, bot.id);
    afterCommit(() => closeSockets(ctx.services, ended));
    const scopes = distinct(input.scopes) ?? earlier;
    await tellOfToken(ctx, tx, bot);
    return { token: await openBotSession(ctx.services, tx, bot.id, scopes) };
  };
  return transact(ctx, rotate, { secret: true });
}

function tellOfToken(
  ctx: ActorContext,
  tx: Transaction,
  { username }: Pick<User, 'username'>,
): Promise<void> {
  const notice = {
    userId: ctx.actor.userId,
    kind: 'botToken.made',
    client: ctx.request,
    about: username,
  } as const;
  return ctx.services.upward.tellOfSecurity(ctx.services, tx, notice);
}

function distinct(scopes: readonly string[] | undefined): string[] | null {
  return scopes === undefined ? null : [...new Set(scopes)];
}
