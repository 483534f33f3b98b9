import { setTimeout as pause } from 'node:timers/promises';
import { ANSWER_WITHIN_MS, beforeDeadline } from '../common/deadline.js';
import { startsWith } from '../websocket/payload.js';
import { openSocketClient, type SocketClient } from '../websocket/socket-client.js';
import type { ReturningClient } from './return-job.js';
import { requestTicket, type TicketHolder } from './ticket.js';
import { waitOf } from './waits.js';

const SUBSCRIBED = Buffer.from('{"type":"subscribed"');

/** What has come of a socket so far. */
export interface SocketState {
  /** When it was last lost, and when it was subscribed again; by `performance.now()`. */
  readonly lostAt: number;
  readonly backAt: number;
  /** How often it has tried to come back since. */
  readonly attempts: number;
}

/** A socket that is opened and subscribed anew whenever it is lost, after the waits of the client. */
export class ReturningSocket {
  readonly #holder: TicketHolder;
  readonly #subscribe: string;
  #lostAt = 0;
  #backAt = 0;
  #attempts = 0;

  constructor(url: string, address: string, { token, streamIds }: ReturningClient) {
    this.#holder = { url, token, address };
    this.#subscribe = JSON.stringify({ type: 'subscribe', data: { channelIds: streamIds } });
  }

  get state(): SocketState {
    return { lostAt: this.#lostAt, backAt: this.#backAt, attempts: this.#attempts };
  }

  /** Resolves when it is subscribed for the first time. */
  open(): Promise<void> {
    return new Promise((resolve) => void this.#keepConnected(resolve));
  }

  async #keepConnected(onFirst: () => void): Promise<never> {
    for (let failures = 0; ; failures++) {
      const isProgress = await this.#connect(onFirst);
      if (isProgress) failures = 0;
      await pause(waitOf(failures));
    }
  }

  /** Resolves at the end of a connection, with whether it was subscribed. */
  async #connect(onFirst: () => void): Promise<boolean> {
    this.#attempts += 1;
    const ticket = await requestTicket(this.#holder);
    if (ticket === null) return false;
    let wasSubscribed = false;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const receive = (bytes: Buffer, start: number, last: number) => {
      if (wasSubscribed || !startsWith(bytes, SUBSCRIBED, start, last)) return;
      wasSubscribed = true;
      this.#backAt = performance.now();
      onFirst();
    };
    const socket = await this.#open(ticket, receive, end);
    if (socket === null) return false;
    socket.send(this.#subscribe);
    await ended;
    if (wasSubscribed) {
      this.#lostAt = performance.now();
      this.#attempts = 0;
    }
    return wasSubscribed;
  }

  async #open(
    ticket: string,
    receive: (bytes: Buffer, start: number, end: number) => void,
    onEnd: () => void,
  ): Promise<SocketClient | null> {
    const connection = {
      url: `${this.#holder.url.replace('http', 'ws')}/api/ws?ticket=${encodeURIComponent(ticket)}`,
      headers: { 'x-forwarded-for': this.#holder.address },
      handshake: [{ until: '"ready"' }],
    };
    return beforeDeadline('ready', ANSWER_WITHIN_MS, openSocketClient(connection, receive, onEnd)).catch(
      () => null,
    );
  }
}
