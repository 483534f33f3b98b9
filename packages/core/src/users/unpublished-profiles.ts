import { plainArrayLiteral, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, sql } from 'drizzle-orm';
import { rowByRow, type WorkSource } from '../kernel/concurrency/background-work.js';
import { tryLock } from '../kernel/sql/try-lock.js';
import { lockStream } from '../log/append.js';
import { readHeads } from '../log/read.js';
import { type Emit, transact, type WriteContext } from '../log/transact.js';
import type { UpwardServices, Using } from '../procedures/context.js';
import { lockShownUser } from './queries.js';
import { toUser } from './record.js';

const { unpublishedProfiles } = tables;

/** A stream, of a server or of a user, that has not been told of the latest profile of an account. */
interface UnpublishedProfile {
  readonly userId: string;
  readonly streamId: string;
}

/** Keeps in mind which streams are to be told. One that waits already hears of several changes at once. */
export async function insertUnpublished(
  tx: Transaction,
  userId: string,
  streamIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    insert into ${unpublishedProfiles} (user_id, server_id)
    select ${userId}::uuid, unnest(${plainArrayLiteral(streamIds)}::text::uuid[]) on conflict do nothing`);
}

/** One stream of the account after the given one, in the order of ids; null when no later account has any. */
async function nextUnpublished(
  q: Queryable,
  after: UnpublishedProfile | null,
): Promise<UnpublishedProfile | null> {
  const [row] = await q
    .select()
    .from(unpublishedProfiles)
    .where(after ? gt(unpublishedProfiles.userId, after.userId) : undefined)
    .orderBy(unpublishedProfiles.userId, unpublishedProfiles.streamId)
    .limit(1);
  return row ?? null;
}

/** The streams that are still to be told of a profile, as background work. */
export function profileUpdates(ctx: WriteContext & Using<'upward'>): WorkSource {
  return rowByRow<UnpublishedProfile>(
    (after) => nextUnpublished(ctx.services.db, after),
    (unpublished) => publishTo(ctx, unpublished),
  );
}

/**
 * Tells one stream of an account's profile as it is now, unless it has been told already. The account's lock comes first,
 * as in joining: so no older profile follows a newer one in the stream. Returns false where another node is doing that.
 */
function publishTo(
  ctx: WriteContext & Using<'upward'>,
  { userId, streamId }: UnpublishedProfile,
): Promise<boolean> {
  return transact(ctx, async (tx, emit) => {
    if (!(await tryLock(tx, `profile/${userId}/${streamId}`))) return false;
    await publishLocked(ctx.services, tx, emit, { userId, streamId });
    return true;
  });
}

async function publishLocked(
  services: UpwardServices,
  tx: Transaction,
  emit: Emit,
  { userId, streamId }: UnpublishedProfile,
): Promise<void> {
  const user = await lockShownUser(tx, userId);
  if (!(await deleteUnpublished(tx, userId, streamId)) || !user) return;
  const [stream] = await readHeads(tx, [streamId]);
  if (!stream) return;
  await lockStream(tx, stream);
  // Who shares a direct message does so for ever.
  if (stream.kind === 'server' && !(await services.upward.isServerMember(tx, streamId, userId))) return;
  await emit(stream, { type: 'user.updated', data: toUser(user) });
}

/** Whether the stream had still to be told. */
async function deleteUnpublished(tx: Transaction, userId: string, streamId: string): Promise<boolean> {
  const rows = await tx
    .delete(unpublishedProfiles)
    .where(and(eq(unpublishedProfiles.userId, userId), eq(unpublishedProfiles.streamId, streamId)))
    .returning({ userId: unpublishedProfiles.userId });
  return rows.length > 0;
}
