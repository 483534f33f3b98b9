import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AppError } from '../kernel/errors/app-error.js';
import type { ReceivedFile } from '../kernel/services/file-store.js';
import type { ActorContext } from '../procedures/context.js';
import { idempotencyOf } from '../procedures/idempotency-key.js';
import { Me } from '../protocol/records/user.js';
import { changeProfile } from './actions.js';
import { avatarKey, avatarName, avatarPath } from './avatar-file.js';
import { toAvatarImage } from './avatar-raster.js';
import { lockUser } from './queries.js';

/** docs/reference.md, section 8: 5 MB, in the larger of the two kinds of megabytes. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;

/**
 * Makes an uploaded image the caller's avatar. Throws `UNSUPPORTED_MEDIA_TYPE` unless it was sent as an image,
 * `FILE_TOO_LARGE`, `IMAGE_UNREADABLE`, or `BUSY` when too many are being decoded.
 */
export async function setAvatar(ctx: ActorContext, file: ReceivedFile): Promise<Me> {
  if (!/^image\//i.test(file.mimeType)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (file.sizeBytes > AVATAR_MAX_BYTES) throw new AppError('FILE_TOO_LARGE');
  return replaceAvatar(ctx, await readFile(file.path));
}

/** The same for a stream of bytes, which has neither a name nor a type. */
export async function setAvatarFrom(ctx: ActorContext, stream: ReadableStream<Uint8Array>): Promise<Me> {
  return replaceAvatar(ctx, await readAtMost(stream, AVATAR_MAX_BYTES));
}

/** Removes the caller's avatar; without one, nothing changes. */
export async function removeAvatar(ctx: ActorContext): Promise<Me> {
  return changeAvatar(ctx, null);
}

async function replaceAvatar(ctx: ActorContext, original: Buffer): Promise<Me> {
  const image = await toAvatarImage(original);
  const path = avatarPath(avatarName(ctx.actor.userId, image));
  // The input of this operation is the image, byte for byte.
  const digest = createHash('sha256').update(original).digest('hex');
  const idempotency = idempotencyOf(ctx.idempotencyKey, 'users.setAvatar', { digest });
  try {
    // A stored answer may be older than a field of the record; the schema adds the field's default.
    return Me.parse(await changeAvatar({ ...ctx, idempotency }, { path, image }));
  } catch (error) {
    await removeUnused(ctx, path);
    throw error;
  }
}

async function changeAvatar(ctx: ActorContext, to: { path: string; image: Buffer } | null): Promise<Me> {
  const previous: string[] = [];
  const me = await changeProfile(ctx, async ({ avatarPath }) => {
    // Written under the lock, so that it is not removed as unused before the row names it.
    if (to) await ctx.files.write(avatarKey(to.path), to.image);
    if (avatarPath !== null) previous.push(avatarPath);
    return { avatarPath: to?.path ?? null };
  });
  for (const path of previous) await removeUnused(ctx, path);
  return me;
}

/** Removes an avatar's file unless the account uses it (again). A file that cannot be removed does no harm. */
async function removeUnused(ctx: ActorContext, path: string): Promise<void> {
  try {
    await ctx.db.transaction(async (tx) => {
      const current = await lockUser(tx, ctx.actor.userId, 'update');
      if (current?.avatarPath !== path) await ctx.files.remove(avatarKey(path));
    });
  } catch (error) {
    ctx.log.warn({ err: error, path }, 'an old avatar could not be removed');
  }
}

/** Reads a whole stream. Beyond the limit it is left unread; to cancel it would cut off the answer too. */
async function readAtMost(stream: ReadableStream<Uint8Array>, limit: number): Promise<Buffer> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.length;
    if (size > limit) throw new AppError('FILE_TOO_LARGE');
    chunks.push(value);
  }
}
