import type { Database } from '@palaver/db';
import type { Actor } from '../kernel/services/actor.js';
import type { Clock } from '../kernel/services/clock.js';
import type { FileStore } from '../kernel/services/file-store.js';
import type { Log } from '../kernel/services/logger.js';
import type { PasswordHasher } from '../kernel/services/passwords.js';
import type { Seal } from '../kernel/services/seal.js';
import type { Settings } from '../kernel/services/settings.js';
import type { Bus } from '../log/bus.js';

/** What lives as long as the process. */
export interface Services {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly log: Log;
  readonly passwords: PasswordHasher;
  readonly settings: Settings;
}

/** The client key of a retry-safe write, and the hash of what it asks for. */
export interface Idempotency {
  readonly key: string;
  readonly requestHash: Buffer;
}

/** What one request brings along. The transport fills it; no procedure knows which face it came through. */
export interface Context extends Services {
  readonly requestId: string;
  readonly userAgent: string | null;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey: string | null;
  /** Set by the middleware of retry-safe procedures. */
  readonly idempotency: Idempotency | null;
  /** For what only this request's token may read again; null without a token. */
  readonly seal: Seal | null;
  /** Headers that the answer carries, on every face that has headers. */
  readonly replyHeaders: Map<string, string>;
  /** Who holds the request's token; null without a token or with a bad one. */
  authenticate(): Promise<Actor | null>;
}

/** The context of a procedure that only runs for a signed-in actor. */
export interface ActorContext extends Context {
  readonly actor: Actor;
}
