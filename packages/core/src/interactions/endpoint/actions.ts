import type { Transaction } from '@palaver/db';
import { AppError, invalidField } from '../../kernel/errors/app-error.js';
import { newWebhookSecret, PREVIOUS_SECRET_MS, sealWebhookSecret } from '../../kernel/webhooks/secret.js';
import { hostOf, urlProblem } from '../../kernel/webhooks/url.js';
import { transact } from '../../log/transact.js';
import type { ActorContext, ReadContext } from '../../procedures/context.js';
import type { BotEndpoint, BotEndpointWithSecret } from '../../protocol/records/bot-endpoint.js';
import { findOwnedBot, lockOwnedBot } from '../../users/access.js';
import * as queries from './queries.js';
import { type EndpointRow, toBotEndpoint } from './record.js';
import type { SetEndpointInput } from './schemas.js';

/** Where a bot of the caller's is called. Throws `BOT_NOT_FOUND`. */
export async function getEndpoint(ctx: ReadContext, botId: string): Promise<BotEndpoint> {
  const bot = await findOwnedBot(ctx, botId);
  return toBotEndpoint(bot.id, await queries.findEndpoint(ctx.services.db, bot.id));
}

/**
 * Lets a bot of the caller's be called with what it is asked from now on. The first URL makes a secret, which a retry from the
 * same session gets again; another URL keeps it. Throws `BOT_NOT_FOUND`, or `INVALID_INPUT` for a URL that is not called here.
 */
export function setEndpoint(
  ctx: ActorContext,
  { botId, url }: SetEndpointInput,
): Promise<BotEndpointWithSecret> {
  const problem = urlProblem(url, ctx.services.settings.webhooksOverHttp);
  if (problem !== null) throw invalidField('url', problem);
  return transact(
    ctx,
    async (tx) => {
      const bot = await lockOwnedBot(ctx, tx, botId);
      const before = await queries.lockEndpoint(tx, bot.id);
      if (before?.url === url) return { endpoint: toBotEndpoint(bot.id, before), secret: null };
      const fresh = { ...UNTRIED, url, host: hostOf(url), updatedAt: ctx.services.clock.now() };
      if (before !== null) return { endpoint: await change(tx, before, fresh), secret: null };
      const secret = newWebhookSecret();
      const sealed = sealWebhookSecret(ctx.services.secrets, bot.id, secret);
      const row = { ...fresh, botId: bot.id, secret: sealed, previousSecret: null, previousUntil: null };
      await queries.insertEndpoint(tx, row);
      return { endpoint: toBotEndpoint(bot.id, row), secret };
    },
    { secret: true },
  );
}

/** Another receiver has not failed. */
const UNTRIED = {
  failures: 0,
  failingSince: null,
  pausedUntil: null,
  failedAt: null,
  status: null,
  error: null,
} as const;

/** Removes the endpoint of a bot of the caller's; one without stays so. Throws `BOT_NOT_FOUND`. */
export async function removeEndpoint(ctx: ActorContext, botId: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const bot = await lockOwnedBot(ctx, tx, botId);
    await queries.deleteEndpoint(tx, bot.id);
  });
}

/**
 * Gives the endpoint of a bot of the caller's another secret; the one before signs as well for 24 hours. Throws `BOT_NOT_FOUND`
 * or `BOT_ENDPOINT_NOT_FOUND`.
 */
export function rotateEndpointSecret(ctx: ActorContext, botId: string): Promise<BotEndpointWithSecret> {
  return transact(
    ctx,
    async (tx) => {
      const bot = await lockOwnedBot(ctx, tx, botId);
      const before = await queries.lockEndpoint(tx, bot.id);
      if (before === null) throw new AppError('BOT_ENDPOINT_NOT_FOUND');
      const secret = newWebhookSecret();
      const now = ctx.services.clock.now();
      const endpoint = await change(tx, before, {
        secret: sealWebhookSecret(ctx.services.secrets, bot.id, secret),
        previousSecret: before.secret,
        previousUntil: new Date(now.getTime() + PREVIOUS_SECRET_MS),
        updatedAt: now,
      });
      return { endpoint, secret };
    },
    { secret: true },
  );
}

async function change(
  tx: Transaction,
  before: EndpointRow,
  changes: Partial<EndpointRow>,
): Promise<BotEndpoint> {
  await queries.updateEndpoint(tx, before.botId, changes);
  return toBotEndpoint(before.botId, { ...before, ...changes });
}
