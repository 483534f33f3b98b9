import type { ClientFrame, ServiceFrame } from '@palaver/core';
import { parseFrame } from './frames.js';
import type { WebSocketLike } from './socket.js';

const NORMAL = 1000;

/** How a connection has ended. */
export interface Ending {
  /** The close code; null when it was given up from this side. */
  readonly code: number | null;
  readonly reason: string;
}

export interface ConnectionOptions {
  /** How long it may take until the service is ready, in milliseconds. */
  readonly readyWithinMs: number;
  /** How often it is probed, in milliseconds; null: as the service says. */
  readonly heartbeatMs: number | null;
  readonly onFrame: (frame: ServiceFrame) => void;
}

/** One WebSocket from its opening to its end. After that, nothing more is heard of it. */
export class Connection {
  /** Resolves, and never rejects, when it is over. */
  readonly ended: Promise<Ending>;
  readonly #socket: WebSocketLike;
  readonly #options: ConnectionOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = false;
  #over = false;
  #resolve: (ending: Ending) => void = () => {};

  constructor(socket: WebSocketLike, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timer = setTimeout(() => this.drop('the service did not get ready in time'), options.readyWithinMs);
    socket.addEventListener('message', ({ data }) => this.#receive(data));
    socket.addEventListener('close', ({ code, reason }) => this.#end({ code, reason }));
    // A close follows. Without a listener, the package `ws` would throw.
    socket.addEventListener('error', () => {});
  }

  send(frame: ClientFrame): void {
    if (!this.#over) this.#socket.send(JSON.stringify(frame));
  }

  /** Says goodbye. */
  close(): void {
    this.#end({ code: null, reason: 'closed' });
    this.#socket.close(NORMAL);
  }

  /** Gives it up without waiting for the peer, who may be gone. */
  drop(reason: string): void {
    if (this.#over) return;
    this.#end({ code: null, reason });
    if (this.#socket.terminate) this.#socket.terminate();
    else this.#socket.close();
  }

  #receive(data: unknown): void {
    if (this.#over) return;
    this.#heard = true;
    const frame = parseFrame(data);
    if (frame === null) {
      this.drop('the service sent what is no frame');
      return;
    }
    if (frame.type === 'ready')
      this.#keepProbing(this.#options.heartbeatMs ?? frame.data.heartbeatIntervalMs);
    this.#options.onFrame(frame);
  }

  /**
   * Asks for a sign of life each interval; silence for a whole one means a dead line. It counts intervals and not
   * time, because the timers of a page in the background are slowed down, and a sleeping computer's stop.
   */
  #keepProbing(intervalMs: number): void {
    clearTimeout(this.#timer);
    this.#heard = true;
    this.#timer = setInterval(() => this.#probe(), intervalMs);
  }

  #probe(): void {
    if (!this.#heard) {
      this.drop('the service fell silent');
      return;
    }
    this.#heard = false;
    this.send({ type: 'ping', data: {} });
  }

  #end(ending: Ending): void {
    if (this.#over) return;
    this.#over = true;
    // Either kind of timer is cleared by either function (HTML Standard, "Timers").
    clearTimeout(this.#timer);
    this.#resolve(ending);
  }
}
