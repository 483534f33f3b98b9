import { createHash } from 'node:crypto';
import { AppError } from '../kernel/errors/app-error.js';
import type { Services } from '../procedures/services.js';

const NAME = /^[0-9a-f]{64}\.webp$/;

/**
 * The file name of an avatar: the hash of the account and the content. A name always means the same bytes, so it may be
 * cached for ever. No two accounts share a file, so the row of the account alone says whether the file is in use.
 */
export function avatarName(userId: string, image: Buffer): string {
  return `${createHash('sha256').update(userId).update(image).digest('hex')}.webp`;
}

/** Whether a name is one that `avatarName` makes. */
export function isAvatarName(name: string): boolean {
  return NAME.test(name);
}

/** The path that an avatar is fetched from. */
export function avatarPath(name: string): string {
  return `/api/avatars/${name}`;
}

/** The key in the file store of the avatar with this path. */
export function avatarKey(path: string): string {
  return `avatars/${path.slice(path.lastIndexOf('/') + 1)}`;
}

/** Finds an avatar by the last part of its path; anyone may. Throws `AVATAR_NOT_FOUND`. */
export async function findAvatar(
  services: Pick<Services, 'files'>,
  name: string,
): Promise<{ key: string; sizeBytes: number }> {
  const key = avatarKey(name);
  const sizeBytes = isAvatarName(name) ? await services.files.size(key) : null;
  if (sizeBytes === null) throw new AppError('AVATAR_NOT_FOUND');
  return { key, sizeBytes };
}
