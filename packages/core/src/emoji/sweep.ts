import { mayRemoveFiles, tables } from '@palaver/db';
import { asc, gt, inArray } from 'drizzle-orm';
import type { NamedFiles } from '../files/file-sweep.js';
import type { Services } from '../procedures/services.js';
import { EMOJI_FOLDER, emojiIdOf, emojiImageKey, emojiImageName, isEmojiImageName } from './image-file.js';

/** The images of emoji for the sweep. An image has the id of its row in its name, and an id is never used again. */
export function emojiFiles({ db, files }: Pick<Services, 'db' | 'files'>): NamedFiles {
  const { id } = tables.serverEmoji;
  const ids = () => db.select({ id }).from(tables.serverEmoji);
  const namesOf = async (rows: Promise<Array<{ readonly id: string }>>) =>
    (await rows).map((row) => emojiImageName(row.id));
  const withRow = (names: readonly string[]) => namesOf(ids().where(inArray(id, names.map(emojiIdOf))));
  return {
    folder: EMOJI_FOLDER,
    withoutRow: async (names) => {
      const known = names.filter(isEmojiImageName);
      const found = new Set(await withRow(known));
      return known.filter((name) => !found.has(name));
    },
    removeUnnamed: async (name) => {
      if (!(await mayRemoveFiles(db))) return false;
      await files.remove(emojiImageKey(name));
      return true;
    },
    namesInRows: async (cursor, limit) => {
      const after = cursor === null ? undefined : gt(id, cursor);
      const rows = await ids().where(after).orderBy(asc(id)).limit(limit);
      const names = rows.map((row) => emojiImageName(row.id));
      return { names, cursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
    },
    stillNamed: withRow,
  };
}
