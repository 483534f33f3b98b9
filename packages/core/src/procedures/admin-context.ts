import { AppError } from '../kernel/errors/app-error.js';
import type { AdminContext, Context } from './context.js';

/**
 * The context of an operation that Express answers to admins of this instance and to its operator. Throws `UNAUTHENTICATED`,
 * `PEOPLE_ONLY`, `INSTANCE_ADMIN_REQUIRED`, and `KEY_NOT_ALLOWED` for an API key.
 */
export async function adminContext(ctx: Context): Promise<AdminContext> {
  if (ctx.request.operator !== null)
    return { ...ctx, admin: { userId: null, name: ctx.request.operator }, actor: undefined };
  const actor = await ctx.request.authenticate(null);
  if (!actor) throw new AppError('UNAUTHENTICATED');
  if (actor.isBot) throw new AppError('PEOPLE_ONLY');
  const name = await ctx.services.upward.instanceAdminName(ctx.services.db, actor.userId);
  if (name === null) throw new AppError('INSTANCE_ADMIN_REQUIRED');
  return { ...ctx, admin: { userId: actor.userId, name }, actor };
}
