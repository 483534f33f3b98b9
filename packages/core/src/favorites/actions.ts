import type { Transaction } from '@palaver/db';
import { accessChannel } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireFewer } from '../kernel/errors/require-quota.js';
import { isUuid } from '../kernel/schema/ids.js';
import { lockStream } from '../log/append.js';
import { userStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import { type ActorContext, within } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { Favorites } from '../protocol/records/favorites.js';
import * as queries from './queries.js';
import { FAVORITES_MAX } from './schemas.js';

/** The caller's favorites. One in a channel that they cannot read any more goes with the event about it. */
export async function listFavorites(ctx: ActorContext): Promise<Favorites> {
  const { userId } = ctx.actor;
  const { seq, channelIds } = await queries.listFavorites(ctx.services.db, userId);
  setStreamPositions(ctx.request, { [userId]: seq });
  return { channelIds };
}

/**
 * Adds a channel behind the caller's favorites; one that is there already stays where it is. Throws `CHANNEL_NOT_FOUND` or
 * `TOO_MANY_FAVORITES`.
 */
export function addFavorite(ctx: ActorContext, channelId: string): Promise<Favorites> {
  return change(ctx, async (tx, before) => {
    const channel = await accessChannel(within(tx, ctx), channelId, 'read');
    if (before.includes(channel.id)) return;
    await queries.deleteHidden(tx, ctx.actor.userId);
    const { channelIds } = await queries.listFavorites(tx, ctx.actor.userId);
    requireFewer('TOO_MANY_FAVORITES', channelIds.length, FAVORITES_MAX);
    await queries.insertFavorite(tx, ctx.actor.userId, channel.id);
  });
}

/**
 * Takes a channel from the caller's favorites, also one that they do not see any more. For a channel that is no favorite nothing happens.
 * Throws `CHANNEL_NOT_FOUND` for one that is neither a favorite nor seen.
 */
export function removeFavorite(ctx: ActorContext, channelId: string): Promise<Favorites> {
  return change(ctx, async (tx) => {
    if (isUuid(channelId) && (await queries.deleteFavorite(tx, ctx.actor.userId, channelId))) return;
    await accessChannel(within(tx, ctx), channelId, 'read');
  });
}

/**
 * Puts the named favorites first, in the given order. The others, which another device may have added meanwhile, stay behind
 * them in theirs. Throws `CHANNEL_NOT_FOUND` for a channel that is no favorite.
 */
export function orderFavorites(ctx: ActorContext, channelIds: readonly string[]): Promise<Favorites> {
  return change(ctx, async (tx, before) => {
    if (channelIds.some((id) => !before.includes(id))) throw new AppError('CHANNEL_NOT_FOUND');
    const others = before.filter((id) => !channelIds.includes(id));
    await queries.orderFavorites(tx, ctx.actor.userId, [...channelIds, ...others]);
  });
}

/** Changes the caller's favorites under the lock of their stream, and publishes the list if it is another one then. */
function change(
  ctx: ActorContext,
  write: (tx: Transaction, before: readonly string[]) => Promise<void>,
): Promise<Favorites> {
  const { userId } = ctx.actor;
  return transact(ctx, async (tx: Transaction, emit: Emit) => {
    await lockStream(tx, userStream(userId));
    const { channelIds: before } = await queries.listFavorites(tx, userId);
    await write(tx, before);
    const { channelIds } = await queries.listFavorites(tx, userId);
    if (channelIds.join() !== before.join())
      await emit(userStream(userId), { type: 'favorites.updated', data: { channelIds } });
    return { channelIds };
  });
}
