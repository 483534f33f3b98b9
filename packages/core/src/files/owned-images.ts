import { createHash } from 'node:crypto';
import { type Database, mayRemoveFiles, type Transaction } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { AppError } from '../kernel/errors/app-error.js';
import type { FileStore } from '../kernel/services/file-store.js';
import type { Log } from '../kernel/services/logger.js';
import type { ErrorCode } from '../protocol/error-codes.js';

const NAME = /^[0-9a-f]{64}\.webp$/;

/** The public images of one folder of the store, each of one owner: an account or a server, whose row has the path. */
export interface OwnedImages {
  readonly folder: string;
  /**
   * The file name of an image: the hash of the owner and the content. A name always means the same bytes, so it may be
   * cached for ever. No two owners share a file, so the row of the owner alone says whether the file is in use.
   */
  name(ownerId: string, image: Buffer): string;
  /** Whether a name is one that `name` makes. */
  isName(name: string): boolean;
  /** The path that an image is fetched from. */
  path(name: string): string;
  /** The key in the file store of the image with this path, or with this name. */
  key(path: string): string;
  /** Finds an image by the last part of its path; anyone may. Throws the error of the folder. */
  find(
    services: { readonly files: Pick<FileStore, 'size'> },
    name: string,
  ): Promise<{ key: string; sizeBytes: number }>;
}

export interface ImageServices {
  readonly db: Database;
  readonly files: FileStore;
}

/** The images of a folder, which are fetched from below `/api/FOLDER/`. `missing` is the error for one that is not there. */
export function ownedImages(folder: string, missing: ErrorCode): OwnedImages {
  const key = (path: string) => `${folder}/${fileNameOf(path)}`;
  const isName = (name: string) => NAME.test(name);
  return {
    folder,
    name: (ownerId, image) => `${createHash('sha256').update(ownerId).update(image).digest('hex')}.webp`,
    isName,
    path: (name) => `/api/${folder}/${name}`,
    key,
    find: async ({ files }, name) => {
      const sizeBytes = isName(name) ? await files.size(key(name)) : null;
      if (sizeBytes === null) throw new AppError(missing);
      return { key: key(name), sizeBytes };
    },
  };
}

/** The last part of a path. */
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Writes an image until the transaction ends under the lock of its file, so that it is not removed as unused before the row
 * names it: the same image of the same owner always has the same file.
 */
export async function writeOwnedImage(
  { files }: { readonly files: Pick<FileStore, 'write'> },
  tx: Transaction,
  images: OwnedImages,
  to: { readonly path: string; readonly image: Buffer },
): Promise<void> {
  await lockOwnedImage(tx, to.path);
  await files.write(images.key(to.path), to.image);
}

/** Locks the file of an image until the transaction ends. */
export async function lockOwnedImage(tx: Transaction, path: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${path}, 0))`);
}

/**
 * Removes the file of an image unless its owner uses it (again). `currentPath` locks the owner and returns the path that it
 * has. What cannot or may not be removed now, the sweep removes.
 */
export async function removeUnusedImage(
  { db, files, log }: ImageServices & { readonly log: Log },
  images: OwnedImages,
  path: string,
  currentPath: (tx: Transaction) => Promise<string | null>,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      if ((await currentPath(tx)) !== path && (await mayRemoveFiles(tx)))
        await files.remove(images.key(path));
    });
  } catch (error) {
    log.warn({ err: error, path }, 'an image that was replaced could not be removed');
  }
}
