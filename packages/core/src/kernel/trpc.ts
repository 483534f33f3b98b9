import { createHash } from 'node:crypto';
import { initTRPC } from '@trpc/server';
import type { Context, Idempotency } from './context.js';
import { nativeErrorShape } from './error-shape.js';
import { AppError } from './errors.js';
import type { Meta } from './rest.js';
import { isTransient } from './transient.js';

const t = initTRPC.context<Context>().meta<Meta>().create({ isDev: false, errorFormatter: nativeErrorShape });

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const createCallerFactory = t.createCallerFactory;

const answerBusy = t.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok && isTransient(result.error.cause))
    throw new AppError('BUSY', { cause: result.error.cause });
  return result;
});

/** For the few operations that work without a token. */
export const publicProcedure = t.procedure.use(answerBusy);

const requireActor = t.middleware(async ({ ctx, next }) => {
  const actor = await ctx.authenticate();
  if (!actor) throw new AppError('UNAUTHENTICATED');
  return next({ ctx: { actor } });
});

const readIdempotencyKey = t.middleware(async ({ ctx, meta, path, getRawInput, next }) => {
  if (!meta?.rest?.idempotent) return next();
  const input = await getRawInput();
  return next({ ctx: { idempotency: idempotencyOf(ctx.idempotencyKey, path, input) } });
});

/** For every signed-in actor, person or bot. Throws `UNAUTHENTICATED`. */
export const actorProcedure = publicProcedure.use(requireActor).use(readIdempotencyKey);

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

/**
 * The client key of this call, from the header or, where the input has one, its `nonce`; the header wins.
 * The hash covers the operation and its input, so that a key reused for anything else is noticed.
 */
function idempotencyOf(header: string | null, path: string, input: unknown): Idempotency | null {
  const fields = typeof input === 'object' && input !== null ? { ...input } : {};
  const nonce = 'nonce' in fields && typeof fields.nonce === 'string' ? fields.nonce : null;
  const key = header ?? nonce;
  if (key === null) return null;
  if (key.length < 1 || key.length > 64 || !key.isWellFormed() || key.includes('\0')) {
    throw new AppError('IDEMPOTENCY_KEY_INVALID');
  }
  const request = JSON.stringify([path, sortKeys({ ...fields, nonce: undefined })]);
  return { key, requestHash: createHash('sha256').update(request).digest() };
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sortKeys(item)]);
}
