import { mayRemoveFiles, tables } from '@palaver/db';
import { and, asc, gt, inArray, sql } from 'drizzle-orm';
import type { NamedFiles } from '../../files/file-sweep.js';
import { isUuid } from '../../kernel/schema/ids.js';
import type { Services } from '../../procedures/services.js';
import { archiveKey, IMPORTS_FOLDER } from './archive-of-import.js';

/** The archives of imports for the sweep. An archive has the id of its row as its name, and an id is never used again. */
export function importFiles({ db, files }: Pick<Services, 'db' | 'files'>): NamedFiles {
  const { id, cleared } = tables.imports;
  const ids = () => db.select({ id }).from(tables.imports);
  const needed = (names: readonly string[]) => and(inArray(id, [...names]), sql`not ${cleared}`);
  return {
    folder: IMPORTS_FOLDER,
    withoutRow: async (names) => {
      const known = names.filter(isUuid);
      const found = new Set((await ids().where(needed(known))).map((row) => row.id));
      return known.filter((name) => !found.has(name));
    },
    removeUnnamed: async (name) => {
      if (!(await mayRemoveFiles(db))) return false;
      await files.remove(archiveKey(name));
      return true;
    },
    namesInRows: async (cursor, limit) => {
      const after = cursor === null ? undefined : gt(id, cursor);
      const rows = await ids()
        .where(and(after, sql`not ${cleared}`))
        .orderBy(asc(id))
        .limit(limit);
      const names = rows.map((row) => row.id);
      return { names, cursor: names.length < limit ? null : (names.at(-1) ?? null) };
    },
    stillNamed: async (names) => (await ids().where(needed(names))).map((row) => row.id),
  };
}
