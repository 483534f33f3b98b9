import type { Resources } from '../../procedures/services.js';

export type PresenceServices = Pick<Resources, 'db' | 'bus' | 'nodes' | 'log'>;

/** In milliseconds. */
export interface PresenceTimes {
  /** Changes of one user within this time are published as one, or not at all if they cancel out. */
  readonly tick: number;
  /** With other nodes: how long a user is kept online after the last connection, which may come back on any node. */
  readonly offline: number;
  /** How long the rows of a node that has gone are kept: its people connect to the others. */
  readonly gone: number;
  /** After so long without a read of its rows, a node takes them for removed by others; less than `gone`. */
  readonly unseen: number;
  /** In this time every followed server is compared with the table once. */
  readonly round: number;
}

export const PRESENCE_TIMES: PresenceTimes = {
  tick: 2_000,
  offline: 5_000,
  gone: 15_000,
  unseen: 10_000,
  round: 60_000,
};

/** The most pairs that one statement has: it ends well within its time limit and holds the lock for milliseconds. */
export const PAIRS_MAX = 1_000;
