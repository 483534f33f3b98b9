import { type Delivery, deliveryOf } from '../../log/delivery.js';
import type { Shown } from './pairs.js';
import { presenceFrame } from './presence-frame.js';

/** The most members of one server that are shown as online, and so the most that a new subscriber to it receives. */
export const ONLINE_MAX = 1_000;

/**
 * Who is shown as online in one server. As many changes are told as are allowed in a tick; what waits is kept by user, so that
 * only the last counts. Beyond `ONLINE_MAX` people, others wait until one of those who are shown has left.
 */
export class FollowedServer {
  readonly #tell: (userId: string, shown: Shown | null) => void;
  readonly #max: number;
  readonly #online = new Map<string, Shown>();
  /** Of those who are shown, how they are to be shown. */
  readonly #changes = new Map<string, Shown | null>();
  /** Those who are not shown yet, in the order in which they came. */
  readonly #newcomers = new Map<string, Shown>();
  /** The frames about those who are shown, made when the first subscriber reads them. */
  readonly #frames = new Map<string, Delivery>();
  #allowed = 0;

  constructor(tell: (userId: string, shown: Shown | null) => void, max = ONLINE_MAX) {
    this.#tell = tell;
    this.#max = max;
  }

  get online(): ReadonlyMap<string, Shown> {
    return this.#online;
  }

  /** Whether something can be told as soon as more is allowed. */
  get hasWaiting(): boolean {
    return this.#changes.size > 0 || (this.#newcomers.size > 0 && this.#online.size < this.#max);
  }

  /** Those who are shown, and those who are to be. */
  users(): readonly string[] {
    return [...this.#online.keys(), ...this.#newcomers.keys()];
  }

  /** The frames that say who is online, the same ones for all subscribers. */
  *frames(): Generator<readonly [string, Delivery]> {
    for (const [userId, shown] of this.#online) {
      const frame = this.#frames.get(userId) ?? deliveryOf(presenceFrame(userId, shown));
      this.#frames.set(userId, frame);
      yield [userId, frame];
    }
  }

  /** Shows a user so, or as offline (null), as soon as that is allowed. */
  want(userId: string, shown: Shown | null): void {
    const told = this.#online.get(userId);
    if (told !== undefined) {
      if (told === shown) this.#changes.delete(userId);
      else this.#changes.set(userId, shown);
    } else if (shown === null) this.#newcomers.delete(userId);
    else this.#newcomers.set(userId, shown);
    this.#tellAllowed();
  }

  /** From now on so many changes are told. */
  allow(changes: number): void {
    this.#allowed = changes;
    this.#tellAllowed();
  }

  /** Who leaves makes room, so what has changed comes before those who are new. */
  #tellAllowed(): void {
    while (this.#allowed > 0) {
      const [next] =
        this.#changes.size > 0 || this.#online.size >= this.#max ? this.#changes : this.#newcomers;
      if (next === undefined) return;
      this.#allowed--;
      this.#show(...next);
    }
  }

  #show(userId: string, shown: Shown | null): void {
    this.#changes.delete(userId);
    this.#newcomers.delete(userId);
    this.#frames.delete(userId);
    if (shown === null) this.#online.delete(userId);
    else this.#online.set(userId, shown);
    this.#tell(userId, shown);
  }
}
