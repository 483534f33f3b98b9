import { plainArrayLiteral, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, sql } from 'drizzle-orm';
import { inTurn, type WorkSource } from '../kernel/concurrency/background-work.js';
import { lockStream } from '../log/append.js';
import { serverStream } from '../log/streams.js';
import { transact, type WriteContext } from '../log/transact.js';
import type { HookContext } from '../procedures/context.js';
import { lockUser } from './queries.js';
import { toUser } from './record.js';

const { unpublishedProfiles } = tables;

/** A server that has not been told of the latest profile of an account. */
interface UnpublishedProfile {
  readonly userId: string;
  readonly serverId: string;
}

/** Keeps in mind which servers are to be told. One that waits already hears of several changes at once. */
export async function insertUnpublished(
  tx: Transaction,
  userId: string,
  serverIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    insert into ${unpublishedProfiles} (user_id, server_id)
    select ${userId}::uuid, unnest(${plainArrayLiteral(serverIds)}::text::uuid[]) on conflict do nothing`);
}

/** One server of the account after the given one, in the order of ids; null when no later account has any. */
async function nextUnpublished(
  q: Queryable,
  after: UnpublishedProfile | null,
): Promise<UnpublishedProfile | null> {
  const [row] = await q
    .select()
    .from(unpublishedProfiles)
    .where(after ? gt(unpublishedProfiles.userId, after.userId) : undefined)
    .orderBy(unpublishedProfiles.userId, unpublishedProfiles.serverId)
    .limit(1);
  return row ?? null;
}

/** The servers that are still to be told of a profile, as background work. */
export function profileUpdates(ctx: WriteContext & HookContext): WorkSource {
  return inTurn<UnpublishedProfile>(
    (after) => nextUnpublished(ctx.db, after),
    (unpublished) => publishToServer(ctx, unpublished),
  );
}

/**
 * Tells one server of an account's profile as it is now, unless it has been told already. The account's lock comes first,
 * as in joining: so no older profile follows a newer one in the server's stream.
 */
async function publishToServer(
  ctx: WriteContext & HookContext,
  { userId, serverId }: UnpublishedProfile,
): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const user = await lockUser(tx, userId, 'share');
    if (!(await deleteUnpublished(tx, userId, serverId)) || !user) return;
    const stream = serverStream(serverId);
    await lockStream(tx, stream);
    if (!(await ctx.hooks.isServerMember(tx, serverId, userId))) return;
    await emit(stream, { type: 'user.updated', data: toUser(user) });
  });
}

/** Whether the server had still to be told. */
async function deleteUnpublished(tx: Transaction, userId: string, serverId: string): Promise<boolean> {
  const rows = await tx
    .delete(unpublishedProfiles)
    .where(and(eq(unpublishedProfiles.userId, userId), eq(unpublishedProfiles.serverId, serverId)))
    .returning({ userId: unpublishedProfiles.userId });
  return rows.length > 0;
}
