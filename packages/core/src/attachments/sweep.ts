import { mayRemoveFiles, tables } from '@palaver/db';
import { and, asc, gt, inArray } from 'drizzle-orm';
import type { NamedFiles } from '../files/file-sweep.js';
import { isUuid } from '../kernel/schema/ids.js';
import type { Services } from '../procedures/services.js';
import { removeFile } from './remove-files.js';

/** Attachments for the sweep. A file has the id of its row as its name, and an id is never used again. */
export function attachmentFiles({ db, files }: Pick<Services, 'db' | 'files'>): NamedFiles {
  const { id } = tables.attachments;
  const ids = () => db.select({ id }).from(tables.attachments);
  return {
    folder: 'attachments',
    withoutRow: async (names) => {
      const known = names.filter(isUuid);
      const found = new Set((await ids().where(inArray(id, known))).map((row) => row.id));
      const unnamed = known.filter((name) => !found.has(name));
      const held = new Set(await heldAmong(db, unnamed));
      return unnamed.filter((name) => !held.has(name));
    },
    removeUnnamed: async (name) => {
      if (!(await mayRemoveFiles(db))) return false;
      await removeFile(files, name);
      return true;
    },
    namesInRows: async (cursor, limit) => {
      const after = cursor === null ? undefined : gt(id, cursor);
      const names = (await ids().where(and(after)).orderBy(asc(id)).limit(limit)).map((row) => row.id);
      return { names, cursor: names.length < limit ? null : (names.at(-1) ?? null) };
    },
    stillNamed: async (names) => {
      // A purge removes the files of rows that it has locked, and then the rows.
      const rows = await ids()
        .where(inArray(id, [...names]))
        .for('share', { skipLocked: true });
      return rows.map((row) => row.id);
    },
  };
}

/** Those that a legal hold keeps. */
async function heldAmong(db: Pick<Services, 'db'>['db'], ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { id } = tables.heldAttachments;
  return (await db.select({ id }).from(tables.heldAttachments).where(inArray(id, ids))).map((row) => row.id);
}
