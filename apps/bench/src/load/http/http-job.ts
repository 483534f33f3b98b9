import type { Job } from '../common/job.js';
import type { RequestSet } from './request-sender.js';

/** A closed loop of HTTP requests, sent in turn, over and over. An operation is a request with its response. */
export interface HttpJob extends Job, Omit<RequestSet, 'url'> {
  /** Of the processes that answer, which the connections go to in turn. */
  readonly urls: readonly string[];
  /** Each has one request in flight. */
  readonly connections: number;
  /** Requests a second; as many as are answered where it is absent. */
  readonly perSecond?: number;
}
