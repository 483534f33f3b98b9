import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import type { ReadContext } from '../procedures/context.js';
import type { ErrorCode } from '../protocol/error-codes.js';
import type { User } from '../protocol/records/user.js';
import { accessUsers } from '../users/access.js';
import { toUser } from '../users/record.js';
import { findIds, type Place } from './find.js';
import type { FindPeopleInput } from './schemas.js';

/** The people whom the caller meets, by their names. Throws `SERVER_NOT_FOUND` or `CHANNEL_NOT_FOUND`. */
export async function findPeople(ctx: ReadContext, input: FindPeopleInput): Promise<User[]> {
  const { place, hidden } = placeOf(input);
  const ids = await findIds(ctx.services.db, ctx.actor.userId, place, input.q, input.limit);
  if (ids === null) throw new AppError(hidden);
  const found = await accessUsers(ctx.services.db, ids);
  return found.flatMap((user) => (user ? [toUser(user)] : []));
}

/** Where to look, and what is answered where the caller may not. */
function placeOf({ serverId, channelId }: FindPeopleInput): { place: Place; hidden: ErrorCode } {
  if (channelId !== undefined) {
    const id = requireUuid(channelId, 'CHANNEL_NOT_FOUND');
    return { place: { scope: 'channel', id }, hidden: 'CHANNEL_NOT_FOUND' };
  }
  if (serverId !== undefined) {
    const id = requireUuid(serverId, 'SERVER_NOT_FOUND');
    return { place: { scope: 'server', id }, hidden: 'SERVER_NOT_FOUND' };
  }
  return { place: { scope: 'everywhere', id: null }, hidden: 'SERVER_NOT_FOUND' };
}
