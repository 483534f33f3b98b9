import type { Job } from '../common/job.js';

/** Somebody with a socket, who posts by the node of that socket. */
export interface CrowdPerson {
  readonly token: string;
  /** The base URL of the node. */
  readonly url: string;
  /** Where they read and post. */
  readonly channelIds: readonly string[];
}

/**
 * People who read and post in a few channels each, at a steady rate whatever the answers take. An operation is a post; its
 * latency is that of the answer.
 */
export interface CrowdJob extends Job {
  /** Successive ones post one after the other. */
  readonly people: readonly CrowdPerson[];
  /** What the frame of a message begins with. */
  readonly framePrefix: string;
  readonly content: string;
  /** How many people read in each channel. */
  readonly readers: number;
  /** Posts a second. */
  readonly perSecond: number;
}
