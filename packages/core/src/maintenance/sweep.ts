import { smallPictureFiles } from '../attachments/small-pictures/sweep.js';
import { attachmentFiles } from '../attachments/sweep.js';
import { emojiFiles } from '../emoji/sweep.js';
import { createFileSweep } from '../files/file-sweep.js';
import { importFiles } from '../moving/import/sweep.js';
import type { Services } from '../procedures/services.js';
import { iconFiles } from '../servers/icon-file.js';
import { avatarFiles } from '../users/avatar-file.js';

/** The comparison of stored files with the rows that name them; each call is one round of bounded work. */
export function createSweep(services: Pick<Services, 'db' | 'clock' | 'files' | 'log'>): () => Promise<void> {
  return createFileSweep(services, [
    attachmentFiles(services),
    smallPictureFiles(services),
    avatarFiles(services),
    iconFiles(services),
    emojiFiles(services),
    importFiles(services),
  ]);
}
