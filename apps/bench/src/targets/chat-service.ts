import type { BenchDatabase } from '../postgres/database.js';
import type { StorageCheck } from './storage-check.js';
import type { Target } from './target.js';

/** The channels and accounts that the load uses. Every token may read and write in every channel. */
export interface Fixture {
  readonly channelIds: readonly string[];
  readonly tokens: readonly string[];
}

/** A target that accepts messages as Palaver's REST API does. */
export interface ChatService extends Target {
  readonly database: BenchDatabase;
  readonly fixture: Fixture;
  readonly storageCheck: StorageCheck;
}
