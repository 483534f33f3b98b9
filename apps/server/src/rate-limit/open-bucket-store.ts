import { type DatabaseConnection, type DatabaseHandle, databaseIdentity } from '@palaver/db';
import { redisScripts } from '../redis/scripts.js';
import { bucketsOf, type SharedStore } from './bucket-store.js';
import type { RateLimits } from './limits.js';
import { postgresBuckets } from './postgres-buckets.js';
import { redisBuckets } from './redis-buckets.js';

/** What the nodes share. */
export interface SharedBy {
  readonly connection: DatabaseConnection;
  readonly sql: DatabaseHandle['sql'];
  /** Null: the buckets are in the database. */
  readonly redisUrl: string | null;
}

/** Makes the store of the buckets that nodes share. */
export async function openBucketStore(
  { connection, sql, redisUrl }: SharedBy,
  limits: RateLimits,
): Promise<SharedStore> {
  const buckets = bucketsOf(limits);
  if (redisUrl === null) return postgresBuckets({ connection, buckets });
  return redisBuckets({ scripts: redisScripts(redisUrl), buckets, database: await databaseIdentity(sql) });
}
