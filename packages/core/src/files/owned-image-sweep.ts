import { arrayLiteral, mayRemoveFiles, type Queryable, statement } from '@palaver/db';
import type { NamedFiles } from './file-sweep.js';
import { fileNameOf, type ImageServices, lockOwnedImage, type OwnedImages } from './owned-images.js';

/** The table of the owners, and its column of paths. An index of the column makes the sweep cheap. */
export interface OwnersOfImages {
  readonly table: 'users' | 'servers';
  readonly column: 'avatar_path' | 'icon_path';
}

/** The images of a folder for the sweep. */
export function ownedImageFiles(
  { db, files }: ImageServices,
  images: OwnedImages,
  { table, column }: OwnersOfImages,
): NamedFiles {
  const findPaths = statement<{ path: string }>(
    `select ${column} as path from ${table} where ${column} = any($1::text::text[])`,
  );
  const readPage = statement<{ id: string; path: string | null }>(`
    select id, ${column} as path from ${table}
    where $1::text is null or id > $1::text::uuid order by id limit $2::text::integer`);
  const named = async (q: Queryable, names: readonly string[]) =>
    (await findPaths(q, [arrayLiteral(names.map(images.path))])).map(({ path }) => fileNameOf(path));
  return {
    folder: images.folder,
    withoutRow: async (names) => {
      const known = names.filter(images.isName);
      const found = new Set(await named(db, known));
      return known.filter((name) => !found.has(name));
    },
    removeUnnamed: (name) =>
      db.transaction(async (tx) => {
        await lockOwnedImage(tx, images.path(name));
        const [row] = await named(tx, [name]);
        if (row !== undefined || !(await mayRemoveFiles(tx))) return false;
        await files.remove(images.key(name));
        return true;
      }),
    namesInRows: async (cursor, limit) => {
      const rows = await readPage(db, [cursor, String(limit)]);
      const names = rows.flatMap(({ path }) => (path === null ? [] : [fileNameOf(path)]));
      return { names, cursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
    },
    stillNamed: (names) => named(db, names),
  };
}
