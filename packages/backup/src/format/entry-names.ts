import { BackupError } from '../backup-error.js';

const PART = /^tables\/([a-z_][a-z0-9_]{0,62})\/\d{8}$/;
/** The archive comes from outside: a name must not lead out of the folder that it is restored to. */
const FILE = /^files\/([a-z]{1,32}\/[A-Za-z0-9][A-Za-z0-9._-]{0,127})$/;

/** A part of the rows of a table, in the text format of COPY. */
export function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(8, '0')}`;
}

/** A file of the store. */
export function fileName(key: string): string {
  return `files/${key}`;
}

export type EntryKind = { readonly table: string } | { readonly file: string };

/** What an entry is, by its name: rows of a table, or the file with this key. Throws `BackupError` for any other name. */
export function kindOf(name: string): EntryKind {
  const table = PART.exec(name)?.[1];
  if (table !== undefined) return { table };
  const file = FILE.exec(name)?.[1];
  if (file !== undefined) return { file };
  throw new BackupError(`The backup has an entry that no backup has: ${JSON.stringify(name.slice(0, 200))}.`);
}
