import { initTRPC } from '@trpc/server';
import type { Context } from './context.js';
import { nativeErrorShape } from './error-shape.js';
import { AppError } from './errors.js';
import { idempotencyOf } from './idempotency-key.js';
import type { Meta } from './rest.js';
import { isTransient } from './transient.js';

const t = initTRPC.context<Context>().meta<Meta>().create({ isDev: false, errorFormatter: nativeErrorShape });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const answerBusy = t.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok && isTransient(result.error.cause))
    throw new AppError('BUSY', { cause: result.error.cause });
  return result;
});

/** For the few operations that work without a token. */
export const publicProcedure = t.procedure.use(answerBusy);

/** For every signed-in actor, person or bot; reads the client's key of a retry-safe call. Throws `UNAUTHENTICATED`. */
export const actorProcedure = publicProcedure.use(async ({ ctx, meta, path, getRawInput, next }) => {
  const actor = await ctx.authenticate();
  if (!actor) throw new AppError('UNAUTHENTICATED');
  if (!meta?.rest?.idempotent) return next({ ctx: { actor } });
  const idempotency = idempotencyOf(ctx.idempotencyKey, path, await getRawInput());
  return next({ ctx: { actor, idempotency } });
});

/** For people only: accounts, bots and sessions are no business of a bot's. Throws `PEOPLE_ONLY`. */
export const personProcedure = actorProcedure.use(({ ctx, next }) => {
  if (ctx.actor.isBot) throw new AppError('PEOPLE_ONLY');
  return next();
});

/** For bots only. Throws `BOTS_ONLY`. */
export const botProcedure = actorProcedure.use(({ ctx, next }) => {
  if (!ctx.actor.isBot) throw new AppError('BOTS_ONLY');
  return next();
});
