import type { Outcome } from '../common/job.js';
import type { Account } from '../xmpp/room-jobs.js';
import type { DayTimes } from './day-times.js';
import type { DayLength } from './world.js';

/** A day of people, each with a plan of their own. An operation is the delivery of a message to one person. */
export interface DayJob {
  readonly people: readonly DaySpec[];
  readonly length: DayLength;
  readonly seed: number;
  /** Not used: a day has as many operations as its plans bring about. */
  readonly amount: number;
}

/** How somebody reaches a target. */
export type DaySpec = WebSpec | XmppSpec;

/** As the web client does. */
export interface WebSpec {
  readonly kind: 'web';
  readonly url: string;
  readonly token: string;
  readonly userId: string;
  readonly serverId: string;
  readonly channelIds: readonly string[];
}

/** As a client of rooms does (XEP-0045). */
export interface XmppSpec {
  readonly kind: 'xmpp';
  /** The URL of the WebSocket. */
  readonly url: string;
  readonly domain: string;
  readonly account: Account;
  readonly rooms: readonly string[];
}

export interface DayOutcome extends Outcome {
  readonly times: DayTimes;
  readonly messages: number;
  /** The seconds between the first and the last act of each visit, of all people together. */
  readonly activeSeconds: number;
  /** What all connections have moved in both directions. */
  readonly bytes: number;
}
