import { mayRemoveFiles } from '@palaver/db';
import type { Services } from '../procedures/services.js';
import { emojiImageKey } from './image-file.js';

/**
 * Removes an image that no row names any more. While a backup runs it stays; that, and what cannot be removed now, the sweep
 * removes.
 */
export async function removeImage(
  { db, files, log }: Pick<Services, 'db' | 'files' | 'log'>,
  name: string,
): Promise<void> {
  try {
    if (await mayRemoveFiles(db)) await files.remove(emojiImageKey(name));
  } catch (error) {
    log.warn({ err: error, name }, 'the image of an emoji could not be removed');
  }
}
