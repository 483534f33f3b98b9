import { batched } from '../../kernel/concurrency/batched.js';
import type { Resources } from '../../procedures/services.js';
import type { SessionWatch, WatchedUser } from '../connections/session-watch.js';
import type { StreamRelays } from '../streams/stream-relays.js';
import { Lease } from './lease.js';

/** A comparison without an answer for this long, in milliseconds, does not hold up the next: its lease would be over. */
const PATIENCE_MS = 2_000;
/** The most calls that one comparison serves. */
const CALLS_MAX = 1_000;

export interface ComparisonsOptions {
  readonly services: Pick<Resources, 'db' | 'clock' | 'log'>;
  readonly relays: StreamRelays;
  readonly sessions: SessionWatch;
  readonly tickMs: number;
  /** Called before each comparison of its own. */
  readonly onTick: () => void;
  /** Called with the users whose connections go on, as each comparison finds them. */
  readonly onUsers: (users: readonly WatchedUser[]) => void;
  /** The lease is valid again after an interruption. */
  readonly onResume: () => void;
  /** The lease has been interrupted for too long; called again at each tick for as long as it is. */
  readonly onLost: () => void;
}

/**
 * Compares the relays and the sessions with the database, once in `tickMs` while there is a connection: it finds what the
 * bus has lost. Each comparison that succeeds renews the lease.
 */
export class Comparisons {
  readonly lease: Lease;
  /** Compares now. Throws where the database cannot be read. */
  readonly run: () => Promise<void>;
  readonly #options: ComparisonsOptions;
  #timer: NodeJS.Timeout | null = null;
  /** When the comparison under way began, on the clock of `performance`; null when there is none. */
  #runningSince: number | null = null;
  #stopped = false;

  constructor(options: ComparisonsOptions) {
    this.#options = options;
    this.lease = new Lease(options.tickMs);
    const compare = batched(async (calls: readonly null[]) => {
      await this.#compare();
      return calls;
    }, CALLS_MAX);
    this.run = async () => void (await compare(null));
  }

  /** Since the start of the last comparison, in seconds; 0 while there is no connection. */
  get lagSeconds(): number {
    return this.#timer === null ? 0 : this.lease.age / 1_000;
  }

  /** Starts the ticks. Nothing was followed without a connection, so all that the first one knows was read just now. */
  start(): void {
    if (this.#timer !== null) return;
    this.lease.renew(performance.now());
    this.#timer = this.#tickLater();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #tickLater(): NodeJS.Timeout {
    return setTimeout(() => this.#tick(), this.#options.tickMs).unref();
  }

  /** The ticks stop while there is no connection. */
  #tick(): void {
    const { sessions, onTick, onLost } = this.#options;
    onTick();
    if (this.lease.isLost) onLost();
    const since = this.#runningSince;
    if (since === null || performance.now() - since > PATIENCE_MS) void this.#tryToCompare();
    this.#timer = this.#stopped || sessions.idle ? null : this.#tickLater();
  }

  async #tryToCompare(): Promise<void> {
    const since = performance.now();
    this.#runningSince = since;
    try {
      await this.#compare();
    } catch (err) {
      this.#options.services.log.warn({ err }, 'Could not check the open connections');
    } finally {
      if (this.#runningSince === since) this.#runningSince = null;
    }
  }

  /**
   * What takes rights away comes before what they guard: the heads are read first, then which sessions have ended, then the
   * events of servers up to those heads, and the events of channels last.
   */
  async #compare(): Promise<void> {
    const { services, relays, sessions, onUsers, onResume } = this.#options;
    const startedAt = performance.now();
    const heads = await relays.readHeads();
    onUsers(await sessions.check(services.db, services.clock.now()));
    await relays.deliverGuards(heads);
    if (this.lease.renew(startedAt)) onResume();
    await relays.deliverGuarded(heads);
  }
}
