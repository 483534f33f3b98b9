import { join } from 'node:path';
import { type Clock, createDiskStore, type FileStore, type Nodes } from '@palaver/core';
import type { S3Settings } from './s3-settings.js';

/** A node that lives may not be in the registry for some seconds, and its folder may be shared. */
const ABANDONED_MS = 3600 * 1000;

export interface StoreOptions {
  readonly dataDir: string;
  /** Null: the embedded Postgres, which has one node. */
  readonly databaseUrl: string | null;
  readonly s3: S3Settings | null;
}

/** Opens the store of the configuration for a node that receives files. */
export async function openStore(
  { dataDir, databaseUrl, s3 }: StoreOptions,
  clock: Clock,
  nodes: Pick<Nodes, 'id' | 'others'>,
): Promise<FileStore> {
  const abandonedMs = databaseUrl === null ? 0 : ABANDONED_MS;
  return inBucket(await createDiskStore(join(dataDir, 'files'), clock, { nodes, abandonedMs }), s3);
}

/**
 * The store whose files arrive on the disk of `spool` and are kept in the bucket; without one they stay on the disk. A
 * service without S3 does not load the SDK.
 */
export async function inBucket(spool: FileStore, s3: S3Settings | null): Promise<FileStore> {
  if (s3 === null) return spool;
  const { createS3Store } = await import('./s3-store.js');
  return createS3Store(spool, s3);
}
