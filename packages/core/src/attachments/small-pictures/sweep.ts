import { tables } from '@palaver/db';
import { inArray } from 'drizzle-orm';
import type { NamedFiles } from '../../files/file-sweep.js';
import type { Services } from '../../procedures/services.js';
import { attachmentOfName, SMALL_PICTURES } from './key.js';

/**
 * Small versions of pictures for the sweep. No row names them, and a lost one is made again, so a backup does not have them. What a
 * legal hold keeps of a removed attachment is the original.
 */
export function smallPictureFiles({ db, files }: Pick<Services, 'db' | 'files'>): NamedFiles {
  const { id } = tables.attachments;
  return {
    folder: SMALL_PICTURES,
    withoutRow: async (names) => {
      const known = names.flatMap((name) => {
        const attachmentId = attachmentOfName(name);
        return attachmentId === null ? [] : [{ name, attachmentId }];
      });
      const ids = known.map(({ attachmentId }) => attachmentId);
      const rows = await db.select({ id }).from(tables.attachments).where(inArray(id, ids));
      const found = new Set(rows.map((row) => row.id));
      return known.filter(({ attachmentId }) => !found.has(attachmentId)).map(({ name }) => name);
    },
    removeUnnamed: async (name) => {
      await files.remove(`${SMALL_PICTURES}/${name}`);
      return true;
    },
    namesInRows: async () => ({ names: [], cursor: null }),
    stillNamed: async () => [],
  };
}
