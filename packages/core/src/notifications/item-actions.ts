import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import type { Clock } from '../kernel/services/clock.js';
import { lockStream } from '../log/append.js';
import { userStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { ReadPosition } from '../procedures/upward-calls.js';
import type { Notification } from '../protocol/records/notification.js';
import { markItemsRead } from './engine-writes.js';
import { readEvents } from './item-events.js';
import * as queries from './item-queries.js';
import { toNotification } from './item-rows.js';
import type { ListNotificationsInput } from './item-schemas.js';

/** A page of the caller's inbox, newest first. */
export async function listNotifications(
  ctx: ActorContext,
  page: ListNotificationsInput,
): Promise<Notification[]> {
  const { userId } = ctx.actor;
  const { seq, items } = await queries.listItems(ctx.services.db, userId, page);
  setStreamPositions(ctx.request, { [userId]: seq });
  return items.map(toNotification);
}

/** Marks an item of the caller's as read; one that is read stays as it is. Throws `NOTIFICATION_NOT_FOUND`. */
export function readNotification(ctx: ActorContext, notificationId: string): Promise<Notification> {
  const { userId } = ctx.actor;
  const id = requireUuid(notificationId, 'NOTIFICATION_NOT_FOUND');
  return transact(ctx, async (tx, emit) => {
    await lockStream(tx, userStream(userId));
    if (!(await queries.findItem(tx, userId, id))) throw new AppError('NOTIFICATION_NOT_FOUND');
    const now = ctx.services.clock.now();
    await emit(readEvents(await queries.readItems(tx, userId, now, id), now));
    const item = await queries.findItem(tx, userId, id);
    if (!item) throw new AppError('NOTIFICATION_NOT_FOUND');
    return toNotification(item);
  });
}

/** Marks all items of the caller's as read. Without an unread one nothing is published. */
export async function readAllNotifications(ctx: ActorContext): Promise<void> {
  const { userId } = ctx.actor;
  await transact(ctx, async (tx, emit) => {
    await lockStream(tx, userStream(userId));
    const now = ctx.services.clock.now();
    await emit(readEvents(await queries.readItems(tx, userId, now, null), now));
  });
}

/**
 * Marks the items of what a person has read, in the transaction of the position. Call it after the lock of the person's
 * stream is taken: the engine takes it as well, and then sees the position.
 */
export async function readItemsUpTo(
  { clock }: { readonly clock: Clock },
  tx: Transaction,
  emit: Emit,
  positions: readonly ReadPosition[],
): Promise<void> {
  const now = clock.now();
  const read = await markItemsRead(tx, positions, now);
  if (read.length > 0) await emit(readEvents(read, now));
}
