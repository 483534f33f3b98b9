import type { GivenClientFrame, ServiceFrame } from '../service.js';
import { parseFrame } from './frames.js';
import type { WebSocketLike } from './socket.js';

const NORMAL = 1000;

/** How a connection has ended. */
export interface Ending {
  /** The close code; null when this side ended the connection. */
  readonly code: number | null;
  readonly reason: string;
}

export interface ConnectionOptions {
  /** The most milliseconds until the service sends `ready`. */
  readonly readyWithinMs: number;
  /** The milliseconds between two probes; null for the interval that the service names in `ready`. */
  readonly heartbeatMs: number | null;
  readonly onFrame: (frame: ServiceFrame) => void;
}

/** One WebSocket from its opening to its end. After the end it delivers no frames. */
export class Connection {
  /** Resolves at the end of the connection, and never rejects. */
  readonly ended: Promise<Ending>;
  readonly #socket: WebSocketLike;
  readonly #options: ConnectionOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #checking: ReturnType<typeof setTimeout> | undefined;
  #received = false;
  #closed = false;
  #resolve: (ending: Ending) => void = () => {};

  constructor(socket: WebSocketLike, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timer = setTimeout(
      () => this.drop('the service did not send ready in time'),
      options.readyWithinMs,
    );
    socket.addEventListener('message', ({ data }) => this.#receive(data));
    socket.addEventListener('close', ({ code, reason }) => this.#end({ code, reason }));
    // `close` follows. Without a listener, the package `ws` would throw.
    socket.addEventListener('error', () => {});
  }

  send(frame: GivenClientFrame): void {
    if (!this.#closed) this.#socket.send(JSON.stringify(frame));
  }

  /** Closes normally. */
  close(): void {
    this.#end({ code: null, reason: 'closed' });
    this.#socket.close(NORMAL);
  }

  /** Terminates without waiting for the peer, which may be gone. */
  drop(reason: string): void {
    if (this.#closed) return;
    this.#end({ code: null, reason });
    if (this.#socket.terminate) this.#socket.terminate();
    else this.#socket.close();
  }

  /** Asks the service for an answer now; without any frame within `ms` milliseconds the connection is dead. */
  check(ms: number): void {
    if (this.#closed || this.#checking !== undefined) return;
    this.#checking = setTimeout(() => this.drop('the service did not answer'), ms);
    this.send({ type: 'ping', data: {} });
  }

  #receive(data: unknown): void {
    if (this.#closed) return;
    this.#received = true;
    clearTimeout(this.#checking);
    this.#checking = undefined;
    const frame = parseFrame(data);
    if (frame === null) {
      this.drop('the service sent something that is not a frame');
      return;
    }
    if (frame.type === 'ready')
      this.#startProbing(this.#options.heartbeatMs ?? frame.data.heartbeatIntervalMs);
    this.#options.onFrame(frame);
  }

  /**
   * Sends a ping each interval; an interval without any frame means that the connection is dead. Intervals are counted
   * instead of time, because browsers slow down the timers of background pages, and a sleeping computer stops them.
   */
  #startProbing(intervalMs: number): void {
    clearTimeout(this.#timer);
    this.#received = true;
    this.#timer = setInterval(() => this.#probe(), intervalMs);
  }

  #probe(): void {
    if (!this.#received) {
      this.drop('the service sent nothing for a whole interval');
      return;
    }
    this.#received = false;
    this.send({ type: 'ping', data: {} });
  }

  #end(ending: Ending): void {
    if (this.#closed) return;
    this.#closed = true;
    // Either kind of timer is cleared by either function (HTML Standard, "Timers").
    clearTimeout(this.#timer);
    clearTimeout(this.#checking);
    this.#resolve(ending);
  }
}
