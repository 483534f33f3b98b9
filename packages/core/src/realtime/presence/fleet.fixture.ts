import type { Database } from '@palaver/db';
import { expect } from 'vitest';
import type { Nodes } from '../../kernel/services/nodes.js';
import { createLocalBus } from '../../log/bus.js';
import { Presence } from './presence.js';
import type { PresenceTimes } from './presence-services.js';

/** Short, and in the order of the real ones. */
const TIMES: Partial<PresenceTimes> = { tick: 10, offline: 40, gone: 100, unseen: 70 };

/** One node's presence, and what a subscriber there to each server was told. */
export interface TestNode {
  readonly id: string;
  readonly presence: Presence;
  /** A subscriber to a server, who is told of all users. */
  watch(serverId: string): void;
  /** The users that the subscriber takes for online. */
  online(serverId: string): string[];
  /** Those among them whom it takes for idle. */
  idle(serverId: string): string[];
}

/** Nodes on one database and one bus in this process. */
export class Fleet {
  readonly #db: Database;
  readonly #round: number;
  readonly #bus = createLocalBus();
  readonly #living = new Set<string>();
  readonly #kills = new Map<string, () => Promise<void>>();
  readonly #listeners = new Set<() => void>();
  /** What a subscriber was told twice in turn, on any node. */
  readonly repeated: string[] = [];

  /** Every `round` ms a node compares what it has told with the table. */
  constructor(db: Database, round = 200) {
    this.#db = db;
    this.#round = round;
  }

  /** Starts a node with an id. */
  start(id: string): TestNode & { kill(): Promise<void> } {
    const told = new Map<string, Map<string, string>>();
    const hear = (serverId: string, userId: string, shown: string) => {
      const server = told.get(serverId);
      if (!server) return;
      if ((server.get(userId) ?? 'offline') === shown) this.repeated.push(`${id} ${userId} ${shown}`);
      server.set(userId, shown);
    };
    this.#living.add(id);
    const services = { db: this.#db, bus: this.#bus, nodes: this.#nodesOf(id), log: QUIET };
    const deliver = ({ streamId, frame }: { streamId: string; frame: string }) => {
      const { userId, online, idle } = JSON.parse(frame).data;
      hear(streamId, userId, online ? (idle ? 'idle' : 'active') : 'offline');
    };
    const presence = new Presence(services, deliver, { ...TIMES, round: this.#round });
    const leaveBus = this.#bus.onNotice((notice) => presence.takes(notice));
    this.#changed();
    const kill = async () => {
      leaveBus();
      await presence.stop();
      this.#living.delete(id);
      this.#kills.delete(id);
      this.#changed();
    };
    this.#kills.set(id, kill);
    return {
      id,
      presence,
      watch: (serverId) => {
        presence.enter(serverId, id);
        presence.read(serverId, (frames) => {
          told.set(serverId, new Map());
          for (const [userId, { frame }] of frames) {
            if (frame.type === 'presence.updated')
              hear(serverId, userId, frame.data.idle ? 'idle' : 'active');
          }
        });
      },
      online: (serverId) => idsOf(told.get(serverId), (shown) => shown !== 'offline'),
      idle: (serverId) => idsOf(told.get(serverId), (shown) => shown === 'idle'),
      kill,
    };
  }

  /** Ends all nodes: those of another fleet would be taken for dead by them. */
  async end(): Promise<void> {
    for (const kill of this.#kills.values()) await kill();
  }

  #nodesOf(id: string): Nodes {
    return {
      id,
      others: () => new Set([...this.#living].filter((other) => other !== id)),
      onChange: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function idsOf(users: ReadonlyMap<string, string> | undefined, is: (shown: string) => boolean): string[] {
  return [...(users ?? [])].flatMap(([userId, shown]) => (is(shown) ? [userId] : [])).sort();
}

const QUIET = { error: () => {}, warn: () => {}, info: () => {} };

/** Waits until the subscriber on a node takes these users, and nobody else, for online. */
export async function untilOnline(
  node: TestNode,
  serverId: string,
  userIds: readonly string[],
): Promise<void> {
  await expect
    .poll(() => node.online(serverId), { interval: 5, timeout: 10_000 })
    .toEqual([...new Set(userIds)].sort());
}
