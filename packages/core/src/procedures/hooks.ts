import type { Queryable, Transaction } from '@palaver/db';
import type { Emit } from '../log/transact.js';

/** The first channel of a new server. */
export interface FirstChannel {
  readonly serverId: string;
  readonly creatorId: string;
  readonly createdAt: Date;
}

/**
 * What a slice needs of a slice above it, inside its own transaction. Imports between slices point one way, so these
 * functions are handed in where the services are built (`services.ts`).
 */
export interface Hooks {
  /** The servers that a user is in, in the order in which their locks are taken. */
  serversOf(q: Queryable, userId: string): Promise<readonly string[]>;
  /** Call it under the lock of the new server. */
  createFirstChannel(tx: Transaction, emit: Emit, channel: FirstChannel): Promise<void>;
  /** Makes a user who joins a server a member of the channels that are joined by default. Call it under the server's lock. */
  joinDefaultChannels(tx: Transaction, emit: Emit, serverId: string, userId: string): Promise<void>;
  /** Removes a user from every channel of a server. Call it under the server's lock. */
  leaveChannels(tx: Transaction, emit: Emit, serverId: string, userId: string): Promise<void>;
  /** Removes all channels from a group. Call it under the server's lock. */
  releaseGroupChannels(tx: Transaction, emit: Emit, groupId: string): Promise<void>;
}
