import type { Database } from '@palaver/db';
import { attachmentFiles } from '../attachments/sweep.js';
import { emojiFiles } from '../emoji/sweep.js';
import type { NamedFiles } from '../files/file-sweep.js';
import type { FileStore } from '../kernel/services/file-store.js';
import { iconFiles } from '../servers/icon-file.js';
import { avatarFiles } from '../users/avatar-file.js';

/** What a comparison of rows and files has found in one folder of the store. */
export interface FileSample {
  readonly folder: string;
  /** How many rows and files were compared. */
  readonly rows: number;
  readonly files: number;
  /** Names in rows whose file is not there. */
  readonly missing: readonly string[];
  /** Files older than an hour that no row names. */
  readonly unnamed: readonly string[];
}

const HOUR_MS = 3600 * 1000;

/** Compares at most `limit` rows and `limit` files of each folder; changes nothing. */
export async function sampleFiles(
  services: { readonly db: Database; readonly files: FileStore },
  limit: number,
): Promise<FileSample[]> {
  const samples: FileSample[] = [];
  const folders = [
    attachmentFiles(services),
    avatarFiles(services),
    iconFiles(services),
    emojiFiles(services),
  ];
  for (const named of folders) {
    samples.push(await sampleFolder(services.files, named, limit));
  }
  return samples;
}

async function sampleFolder(files: FileStore, named: NamedFiles, limit: number): Promise<FileSample> {
  const { folder } = named;
  const { names } = await named.namesInRows(null, limit);
  const suspects: string[] = [];
  for (const name of names) if ((await files.size(`${folder}/${name}`)) === null) suspects.push(name);
  const missing = suspects.length === 0 ? [] : await named.stillNamed(suspects);
  const old: string[] = [];
  let seen = 0;
  for await (const { name, storedAt } of files.list(folder)) {
    if (storedAt.getTime() < Date.now() - HOUR_MS) old.push(name);
    if (++seen === limit) break;
  }
  const unnamed = old.length === 0 ? [] : await named.withoutRow(old);
  return { folder, rows: names.length, files: seen, missing, unnamed };
}
