import { AppError } from '../kernel/errors/app-error.js';
import { changesOf, isEmpty } from '../kernel/schema/changes.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { Me } from '../protocol/records/user.js';
import { publishProfile } from './profile.js';
import { findMe, lockUser, updateUser } from './queries.js';
import { type MeRow, toMe, type UserRow } from './record.js';
import type { UpdateMeInput } from './schemas.js';

/** The caller's own account, with the position of their stream when it was read. */
export async function getMe(ctx: ActorContext): Promise<Me> {
  const row = await findMe(ctx.db, ctx.actor.userId);
  if (!row) throw new AppError('USER_NOT_FOUND');
  setStreamPositions(ctx, { [row.id]: row.seq });
  return toMe(row);
}

/** Changes the given fields of the caller's own profile. */
export async function updateMe(ctx: ActorContext, input: UpdateMeInput): Promise<Me> {
  const { displayName, status, timezone } = input;
  return changeProfile(ctx, async (before) => changesOf(before, { displayName, status, timezone }));
}

export type ProfileChanges = Partial<Pick<UserRow, 'displayName' | 'status' | 'timezone' | 'avatarPath'>>;

/** Changes the caller's account as `decide` says, which is called under its lock, and publishes the change. */
export function changeProfile(
  ctx: ActorContext,
  decide: (before: MeRow) => Promise<ProfileChanges>,
): Promise<Me> {
  return transact(ctx, async (tx, emit) => {
    const before = await lockUser(tx, ctx.actor.userId, 'update');
    if (!before) throw new AppError('USER_NOT_FOUND');
    const changes = await decide(before);
    if (isEmpty(changes)) return toMe(before);
    const after = await updateUser(tx, before.id, changes);
    await publishProfile(ctx, tx, emit, before, after);
    return toMe(after);
  });
}
