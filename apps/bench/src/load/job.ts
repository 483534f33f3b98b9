import type { Entrance } from './listener.js';

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

/** What every socket of a crowd is, and how many of them hear the same room. */
export interface Crowd {
  readonly sockets: number;
  /** Taken in turn; the generator adds the client's address. */
  readonly entrances: readonly Entrance[];
  /** What each frame of a message begins with; other frames are not counted. */
  readonly frame: string;
  /** Whether it ends with `"seq":n}}`, each one more than the last. */
  readonly numbered: boolean;
}

/** How messages come into the room: as requests, or said by the first of the crowd over its own socket. */
export type Posting =
  | {
      readonly kind: 'requests';
      readonly url: string;
      readonly status: number;
      readonly requests: readonly PreparedRequest[];
    }
  | { readonly kind: 'said'; readonly text: string };

/** An operation is a delivery: a message that has come to one socket. */
export interface CrowdJob extends ClosedLoop {
  readonly crowd: Crowd;
  readonly posting: Posting;
  /** Messages that are posted and not answered; with `perSecond` as many as it takes. */
  readonly underWay: number;
  /** Null: as many as the service takes. */
  readonly perSecond: number | null;
}

/** An operation is a socket that has come back and received everything it had missed. */
export interface ResumeJob extends ClosedLoop {
  /** One for each socket, which ends with a frame that tells the `seq` the stream had reached. */
  readonly returns: readonly {
    readonly entrance: Omit<Entrance, 'dialogue'>;
    readonly channelId: string;
    readonly since: number;
  }[];
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
  readonly crowd: CrowdJob;
  readonly resume: ResumeJob;
}

/** What comes back from the generator's process. */
export type FromGenerator =
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly reason: string };
