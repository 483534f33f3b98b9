import type { Job } from '../common/job.js';

export interface Account {
  readonly username: string;
  readonly password: string;
}

/** Where the accounts sign in. */
interface RoomJob extends Job {
  /** The URL of the WebSocket (RFC 7395). */
  readonly url: string;
  readonly domain: string;
  readonly accounts: readonly Account[];
}

/** A closed loop of messages to chat rooms (XEP-0045). An operation is a message until its sender has it back. */
export interface RoomSendJob extends RoomJob {
  /** How many rooms the accounts are spread over. */
  readonly rooms: number;
  /** How many messages each account has in flight. */
  readonly inFlight: number;
  readonly body: string;
}

/** A page of a room's archive. */
export interface ArchivePage {
  /** The id of the message after the page; empty: the newest page. */
  readonly before: string;
  /** What the page must hold, newest last. */
  readonly bodies: readonly string[];
}

/** A closed loop of page reads from a room's archive (XEP-0313), one in flight for each account. */
export interface ArchiveReadJob extends RoomJob {
  readonly room: string;
  /** Read in turn, over and over. */
  readonly pages: readonly ArchivePage[];
}
