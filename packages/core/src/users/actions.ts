import type { ActorContext } from '../kernel/context.js';
import { AppError } from '../kernel/errors.js';
import { accessUser } from './access.js';
import { updateUser } from './queries.js';
import { toMe } from './record.js';
import type { Me, UpdateMeInput } from './schemas.js';

/** Changes the caller's own profile; what is not given stays as it is. */
export async function updateMe(ctx: ActorContext, input: UpdateMeInput): Promise<Me> {
  const { displayName, status, timezone } = input;
  const changes = {
    ...(displayName === undefined ? {} : { displayName }),
    ...(status === undefined ? {} : { status }),
    ...(timezone === undefined ? {} : { timezone }),
  };
  if (Object.keys(changes).length === 0) return toMe(await accessUser(ctx, ctx.actor.userId));
  const row = await updateUser(ctx.db, ctx.actor.userId, changes);
  if (!row) throw new AppError('USER_NOT_FOUND');
  return toMe(row);
}
