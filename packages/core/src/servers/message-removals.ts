import { type Transaction, tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { LOWEST_ID } from '../kernel/schema/ids.js';
import { transact } from '../log/transact.js';
import type { ActorContext, Using } from '../procedures/context.js';
import { accessUser } from '../users/access.js';
import { lockServer, requireAbove } from './access.js';
import type { DeleteMessagesOfInput } from './schemas.js';

const { messageRemovals } = tables;
const HOUR_MS = 3600 * 1000;

/**
 * Deletes what a user has posted in a server in the last hours, in the background, wherever the caller sees the channel
 * (docs/reference.md, Deleting somebody's messages). A request while one is under way widens that one. Throws `SERVER_NOT_FOUND`,
 * `MODERATOR_REQUIRED`, `USER_NOT_FOUND`, `ADMIN_REQUIRED`, `OWNER_REQUIRED` or `OWNER_CANNOT_LEAVE`.
 */
export async function deleteMessagesOf(ctx: ActorContext, input: DeleteMessagesOfInput): Promise<void> {
  await transact(ctx, async (tx) => {
    const server = await lockServer(ctx, tx, input.serverId, 'deleteMessages');
    const user = await accessUser({ db: tx }, input.userId);
    await requireAbove(tx, server, user.id);
    await beginRemoval(ctx, tx, { serverId: server.id, userId: user.id, hours: input.hours });
  });
  ctx.services.background.wake();
}

/** Writes down that messages are to be deleted. Call it after the locks of streams, as the work takes them first. */
export async function beginRemoval(
  { services: { clock }, actor }: Pick<ActorContext, 'actor'> & Using<'clock'>,
  tx: Transaction,
  of: { readonly serverId: string; readonly userId: string; readonly hours: number },
): Promise<void> {
  const { hours, ...who } = of;
  const until = clock.now();
  const since = new Date(until.getTime() - hours * HOUR_MS);
  const fresh = { ...who, actorId: actor.userId, since, until, channelId: LOWEST_ID, seq: null };
  await tx
    .insert(messageRemovals)
    .values(fresh)
    .onConflictDoUpdate({
      target: [messageRemovals.serverId, messageRemovals.userId],
      set: {
        actorId: sql`excluded.actor_id`,
        since: sql`least(${messageRemovals.since}, excluded.since)`,
        until: sql`greatest(${messageRemovals.until}, excluded.until)`,
        channelId: LOWEST_ID,
        seq: null,
      },
    });
}
