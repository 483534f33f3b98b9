import type { Queryable } from '@palaver/db';
import { AppError } from '../kernel/errors.js';
import { knownId } from '../kernel/ids.js';
import { findUser } from './queries.js';
import type { MeRow } from './record.js';

/** Fetches a living account that anyone signed in may know. Throws `USER_NOT_FOUND`. */
export async function accessUser(ctx: { db: Queryable }, userId: string): Promise<MeRow> {
  const user = await findUser(ctx.db, knownId(userId, 'USER_NOT_FOUND'));
  if (!user) throw new AppError('USER_NOT_FOUND');
  return user;
}
