import type { Job } from '../common/job.js';
import type { ConnectionSpec } from '../websocket/connection-spec.js';

/** A socket that connects again and subscribes to one channel from an earlier position. */
export interface Reconnection {
  readonly connection: Omit<ConnectionSpec, 'handshake'>;
  readonly channelId: string;
  /** The last `seq` that it has received. */
  readonly since: number;
}

/** All sockets connect again at the same moment. An operation is a socket that has received everything it missed. */
export interface ResumeJob extends Job {
  readonly reconnections: readonly Reconnection[];
}
