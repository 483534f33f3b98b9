/** One request, as it goes out again and again; the generator adds the client's address. */
export interface PreparedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * A closed loop: each sender does its next operation when it has the answer to the last. The amount is a number and no
 * time, so that at the end nothing is under way and all can be counted.
 */
interface ClosedLoop {
  /** Operations in all. */
  readonly amount: number;
}

/** An operation is a request until its answer. */
export interface HttpJob extends ClosedLoop {
  readonly url: string;
  /** Each has one request under way. */
  readonly connections: number;
  /** What every answer must have; one that has not is an error of the whole run. */
  readonly status: number;
  /** Sent in turn, over and over. */
  readonly requests: readonly PreparedRequest[];
}

/** An operation is a message to a room (XEP-0045) until its sender has it back from there. */
export interface MucJob extends ClosedLoop {
  /** Of the WebSocket (RFC 7395). */
  readonly url: string;
  readonly domain: string;
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
  /** How many rooms the accounts are spread over, and how many messages each has under way. */
  readonly rooms: number;
  readonly underWay: number;
  readonly body: string;
}

/** A page of a room's archive, newest last, and the message it stands before; empty: the newest page. */
export interface ArchivePage {
  readonly before: string;
  readonly bodies: readonly string[];
}

/** An operation is a page of a room's archive (XEP-0313), from the request to its last stanza. */
export interface ArchiveJob extends ClosedLoop {
  readonly url: string;
  readonly domain: string;
  /** Each has one page under way. */
  readonly accounts: MucJob['accounts'];
  readonly room: string;
  /** Read in turn, over and over. */
  readonly pages: readonly ArchivePage[];
}

export interface Outcome {
  readonly operations: number;
  /** From the first operation to the end of the last. */
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The jobs there are, by the name a generator is started with. */
export interface Jobs {
  readonly http: HttpJob;
  readonly muc: MucJob;
  readonly archive: ArchiveJob;
}

/** What comes back from the generator's process. */
export type FromGenerator =
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly reason: string };
