import { createHash } from 'node:crypto';
import { IncomingFile } from '../files/incoming-file.js';
import { removeUnusedImage, writeOwnedImage } from '../files/owned-images.js';
import { fileTooLarge } from '../kernel/errors/upload-errors.js';
import type { ReceivedFile } from '../kernel/services/file-store.js';
import type { ActorContext } from '../procedures/context.js';
import { idempotencyOf } from '../procedures/idempotency-key.js';
import type { Services } from '../procedures/services.js';
import { User } from '../protocol/records/user.js';
import { changeProfile } from './actions.js';
import { AVATARS } from './avatar-file.js';
import { lockUser } from './queries.js';
import { runUpload } from './upload.js';
import { type DecodedUpload, decodeUpload } from './uploaded-image.js';

/** Makes an uploaded image the caller's avatar. Throws what `decodeUpload` does. */
export async function setAvatar(ctx: ActorContext, file: ReceivedFile): Promise<User> {
  return replaceAvatar(ctx, await decodeUpload(ctx, file, 'avatar'));
}

/** The same for a stream of bytes, which has neither a name nor a type. */
export function setAvatarFrom(ctx: ActorContext, stream: ReadableStream<Uint8Array>): Promise<User> {
  return runUpload(ctx, 'avatar', async (upload) => {
    const file = await IncomingFile.create(ctx.services.files.temporaryPath(), (bytes) =>
      upload.reserve(bytes),
    );
    try {
      await readAtMost(stream, ctx.services.settings.limits.avatarBytes, file);
      return await setAvatar(ctx, { path: file.path, filename: '', mimeType: '', sizeBytes: file.sizeBytes });
    } finally {
      await file.discard();
    }
  });
}

/** Removes the caller's avatar; without one, nothing changes. */
export async function removeAvatar(ctx: ActorContext): Promise<User> {
  return changeAvatar(ctx, null);
}

async function replaceAvatar(ctx: ActorContext, { original, image }: DecodedUpload): Promise<User> {
  const path = AVATARS.path(AVATARS.name(ctx.actor.userId, image));
  // The input of this operation is the image, byte for byte.
  const digest = createHash('sha256').update(original).digest('hex');
  const idempotency = idempotencyOf(ctx.request.idempotencyKey, 'users.setAvatar', { digest });
  try {
    return await changeAvatar({ ...ctx, idempotency }, { path, image });
  } catch (error) {
    await removeUnusedAvatar(ctx.services, ctx.actor.userId, path);
    throw error;
  }
}

async function changeAvatar(ctx: ActorContext, to: { path: string; image: Buffer } | null): Promise<User> {
  const previous: string[] = [];
  const me = await changeProfile(ctx, async ({ avatarPath }, tx) => {
    if (to) await writeOwnedImage(ctx.services, tx, AVATARS, to);
    if (avatarPath !== null) previous.push(avatarPath);
    return { avatarPath: to?.path ?? null };
  });
  for (const path of previous) await removeUnusedAvatar(ctx.services, ctx.actor.userId, path);
  // Exactly a User (docs/reference.md, section 4.6). A stored answer may lack newer fields, which the schema adds.
  return User.parse(me);
}

/** Removes an avatar's file unless the account uses it (again), as `removeUnusedImage` does. */
export function removeUnusedAvatar(
  services: Pick<Services, 'db' | 'files' | 'log'>,
  userId: string,
  path: string,
): Promise<void> {
  return removeUnusedImage(
    services,
    AVATARS,
    path,
    async (tx) => (await lockUser(tx, userId))?.avatarPath ?? null,
  );
}

/** Reads a whole stream. Beyond the limit it is left unread; to cancel it would cut off the answer too. */
async function readAtMost(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  into: IncomingFile,
): Promise<void> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return into.finish();
    if (into.sizeBytes + value.length > limit) throw fileTooLarge(limit);
    await into.append(value);
  }
}
