/** One request, as it goes out again and again; the generator adds the client's address. */
export interface PreparedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A closed loop: each connection sends its next request when it has the answer to the last. */
export interface HttpJob {
  readonly url: string;
  readonly connections: number;
  /** How many requests in all. A number and no time, so that at the end nothing is under way and all can be counted. */
  readonly amount: number;
  /** What every answer must have; one that has not is an error of the whole run. */
  readonly status: number;
  /** Sent in turn, over and over. */
  readonly requests: readonly PreparedRequest[];
}

export interface HttpOutcome {
  readonly operations: number;
  /** From the first request to the last answer. */
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** What goes to the generator's process, and what comes back. */
export type ToGenerator = HttpJob;
export type FromGenerator =
  | { readonly kind: 'done'; readonly outcome: HttpOutcome }
  | { readonly kind: 'failed'; readonly reason: string };
