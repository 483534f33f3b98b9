import { mayRemoveFiles, type Transaction, tables } from '@palaver/db';
import { asc, gt, inArray, sql } from 'drizzle-orm';
import type { NamedFiles } from '../files/file-sweep.js';
import type { Services } from '../procedures/services.js';
import { avatarKey, avatarPath, isAvatarName } from './avatar-file.js';

/**
 * Locks the file of an avatar until the transaction ends: the same image of the same account always has the same file, so
 * that a file which the sweep is about to remove can be written again.
 */
export async function lockAvatarFile(tx: Transaction, path: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${path}, 0))`);
}

/** Avatars for the sweep. */
export function avatarFiles({ db, files }: Pick<Services, 'db' | 'files'>): NamedFiles {
  const { users } = tables;
  const withPath = (q: Pick<Transaction, 'select'>, names: readonly string[]) =>
    q
      .select({ path: users.avatarPath })
      .from(users)
      .where(inArray(users.avatarPath, names.map(avatarPath)));
  return {
    folder: 'avatars',
    withoutRow: async (names) => {
      const known = names.filter(isAvatarName);
      const found = new Set((await withPath(db, known)).map(({ path }) => path));
      return known.filter((name) => !found.has(avatarPath(name)));
    },
    removeUnnamed: (name) =>
      db.transaction(async (tx) => {
        await lockAvatarFile(tx, avatarPath(name));
        const [row] = await withPath(tx, [name]);
        if (row || !(await mayRemoveFiles(tx))) return false;
        await files.remove(avatarKey(name));
        return true;
      }),
    namesInRows: async (cursor, limit) => {
      const rows = await db
        .select({ id: users.id, path: users.avatarPath })
        .from(users)
        .where(cursor === null ? undefined : gt(users.id, cursor))
        .orderBy(asc(users.id))
        .limit(limit);
      const names = rows.flatMap(({ path }) => (path === null ? [] : [nameOf(path)]));
      return { names, cursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
    },
    stillNamed: async (names) => {
      const rows = await withPath(db, names);
      return rows.flatMap(({ path }) => (path === null ? [] : [nameOf(path)]));
    },
  };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
