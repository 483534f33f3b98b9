import type { Services } from '../procedures/services.js';
import { attachmentKey } from './record.js';

/** A file that cannot be removed is logged only: no row names it, so nobody can fetch it, and the sweep tries again. */
export async function removeFiles(
  services: Pick<Services, 'files' | 'log'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await services.files
      .remove(attachmentKey(id))
      .catch((error: unknown) =>
        services.log.warn({ err: error, attachmentId: id }, 'a file could not be removed'),
      );
  }
}
