import type { Database } from '@palaver/db';
import type { BackgroundWork } from '../kernel/concurrency/background-work.js';
import type { Actor } from '../kernel/services/actor.js';
import type { Clock } from '../kernel/services/clock.js';
import type { FileStore } from '../kernel/services/file-store.js';
import type { Log } from '../kernel/services/logger.js';
import type { PasswordHasher } from '../kernel/services/passwords.js';
import type { Settings } from '../kernel/services/settings.js';
import type { SetupCode } from '../kernel/services/setup-code.js';
import type { SignInLimits } from '../kernel/services/sign-in-limits.js';
import type { Uploads } from '../kernel/services/uploads.js';
import type { Bus } from '../log/bus.js';
import type { Traces } from '../log/traces.js';
import type { Feed, FeedOptions } from './feed.js';
import type { Hooks } from './hooks.js';
import type { PostQueue } from './post-queue.js';

/** What the process provides to `createServices`. */
export interface Resources {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly log: Log;
  readonly passwords: PasswordHasher;
  readonly settings: Settings;
  /** Absent: nothing is traced. */
  readonly traces?: Traces | undefined;
  /** Only while this instance has no admin. */
  readonly setupCode?: SetupCode | undefined;
}

/** What procedures use for as long as the process runs. `createServices` builds it. */
export interface Services extends Resources {
  readonly hooks: Hooks;
  readonly signInLimits: SignInLimits;
  readonly posts: PostQueue;
  readonly uploads: Uploads;
  /** Wake it after the commit of what goes on in later transactions. */
  readonly background: Pick<BackgroundWork, 'wake' | 'idle'>;
  /** The actor of a token; null for a token without a live session. Renews the session. */
  findActor(token: string): Promise<Actor | null>;
  /** Opens the feed of one native subscription. It ends with its actor's session. */
  connectFeed(actor: Actor, options: FeedOptions): Feed;
}
