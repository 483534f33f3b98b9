import type { Services } from '../procedures/services.js';
import { attachmentKey } from './record.js';
import { smallPictureKeys } from './small-pictures/key.js';

/** A file that cannot be removed is logged only: no row names it, so nobody can fetch it, and the sweep tries again. */
export async function removeFiles(
  services: Pick<Services, 'files' | 'log'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await removeFile(services.files, id).catch((error: unknown) =>
      services.log.warn({ err: error, attachmentId: id }, 'a file could not be removed'),
    );
  }
}

/** Removes the file of an attachment, and what was made of it. */
export async function removeFile(files: Services['files'], attachmentId: string): Promise<void> {
  const keys = [attachmentKey(attachmentId), ...smallPictureKeys(attachmentId)];
  await Promise.all(keys.map((key) => files.remove(key)));
}
