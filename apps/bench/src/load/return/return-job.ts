import type { Job } from '../common/job.js';

/** A client that comes back by itself whenever it loses its socket. */
export interface ReturningClient {
  readonly token: string;
  /** The streams that it subscribes to. */
  readonly streamIds: readonly string[];
}

/** The first job opens the sockets; they come back by themselves. Each later one waits until all were lost and are back. */
export interface ReturnJob extends Job {
  /** The base URL of the service. */
  readonly url: string;
  /** Used by the first job. */
  readonly clients: readonly ReturningClient[];
}
