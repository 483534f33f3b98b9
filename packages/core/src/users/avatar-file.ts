import type { NamedFiles } from '../files/file-sweep.js';
import { ownedImageFiles } from '../files/owned-image-sweep.js';
import { ownedImages } from '../files/owned-images.js';
import type { Services } from '../procedures/services.js';

export const AVATARS = ownedImages('avatars', 'AVATAR_NOT_FOUND');

/** Avatars for the sweep. */
export function avatarFiles(services: Pick<Services, 'db' | 'files'>): NamedFiles {
  return ownedImageFiles(services, AVATARS, { table: 'users', column: 'avatar_path' });
}
