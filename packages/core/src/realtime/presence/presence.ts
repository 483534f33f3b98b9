import type { Notice } from '../../log/bus.js';
import { LocalPresence } from './local-presence.js';
import type { Mode } from './pairs.js';
import { PRESENCE_TIMES, type PresenceServices, type PresenceTimes } from './presence-services.js';
import { SharedPresence } from './shared-presence.js';
import { presencePair, ToldPresence } from './told-presence.js';

/**
 * Tells each server which of its members are online. A user is online in a server while a connection of theirs, on any
 * node, is subscribed to the server or to one of its channels, and idle while all of these are. A node that is alone knows that without the database.
 */
export class Presence {
  readonly #services: PresenceServices;
  readonly #times: PresenceTimes;
  readonly #local = new LocalPresence();
  readonly #told: ToldPresence;
  readonly #leaveNodes: () => void;
  /** Null while this node is alone. */
  #shared: SharedPresence | null = null;
  #timer: NodeJS.Timeout | null = null;
  #ticking: Promise<void> | null = null;
  #stopped = false;

  /** `deliver` brings a notice to the subscribers on this node alone. */
  constructor(
    services: PresenceServices,
    deliver: (notice: Notice) => void,
    times: Partial<PresenceTimes> = {},
  ) {
    this.#services = services;
    this.#told = new ToldPresence(deliver, (serverId) => this.#local.peopleIn(serverId));
    this.#times = { ...PRESENCE_TIMES, ...times };
    this.#leaveNodes = services.nodes.onChange(() => this.#share());
    this.#share();
  }

  enter(serverId: string, userId: string, mode: Mode = 'active'): void {
    if (!this.#told.follows(serverId)) this.#follow(serverId);
    this.#local.count({ serverId, userId }, mode, 1);
    this.#tickLater();
  }

  leave(serverId: string, userId: string, mode: Mode = 'active'): void {
    this.#local.count({ serverId, userId }, mode, -1);
    if (!this.#local.hasServer(serverId)) this.#told.unfollow(serverId);
    this.#tickLater();
  }

  /** A subscription counts otherwise from now on. */
  change(serverId: string, userId: string, from: Mode, to: Mode): void {
    this.#local.count({ serverId, userId }, to, 1);
    this.#local.count({ serverId, userId }, from, -1);
    this.#tickLater();
  }

  /** Calls `reader` with the frames of the users known to be online in a server that this node follows, as soon as they are known. */
  read(serverId: string, reader: Parameters<ToldPresence['read']>[1]): void {
    this.#told.read(serverId, reader);
  }

  /** Who is online in a server by a connection to this node. */
  usersHere(serverId: string): string[] {
    return this.#local.usersOf(serverId);
  }

  /** Whether a notice is about presence: then it says what to read, and is not to be delivered as it is. */
  takes(notice: Notice): boolean {
    const pair = presencePair(notice);
    if (pair) this.#shared?.readPair(pair);
    return pair !== null;
  }

  /** This node stops. Who is not connected any more is about to connect elsewhere, and counts as online until it is gone. */
  handOver(): void {
    this.#shared?.handOver();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#leaveNodes();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#ticking;
    await this.#shared?.stop();
  }

  #follow(serverId: string): void {
    this.#told.follow(serverId);
    if (this.#shared) this.#shared.readServer(serverId);
    else this.#told.know(serverId, new Map());
  }

  #share(): void {
    if (this.#shared || this.#services.nodes.others().size === 0) return;
    this.#shared = new SharedPresence(this.#services, this.#local, this.#told, this.#times);
    this.#tickLater();
  }

  #tickLater(): void {
    if (this.#stopped || this.#ticking) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#ticking = this.#tick().finally(() => {
        this.#ticking = null;
        if (this.#shared || this.#local.hasChanges || this.#told.hasWaiting) this.#tickLater();
      });
    }, this.#times.tick).unref();
  }

  async #tick(): Promise<void> {
    try {
      this.#told.tick();
      if (this.#shared) await this.#tickShared(this.#shared);
      else this.#tellChanges();
    } catch (err) {
      if (!this.#stopped) this.#services.log.warn({ err }, 'Could not write who is online');
    }
  }

  async #tickShared(shared: SharedPresence): Promise<void> {
    if (!(await shared.tick()) || this.#stopped) return;
    await shared.leave();
    this.#shared = null;
    for (const serverId of this.#told.serverIds()) this.#told.know(serverId, new Map());
    for (const pair of [...this.#told, ...this.#local]) this.#local.change(pair);
    this.#share();
  }

  /** What is online is what is here. */
  #tellChanges(): void {
    for (const change of this.#local.changes()) {
      this.#told.tell(change, this.#local.shown(change));
      this.#local.settle(change);
    }
  }
}
