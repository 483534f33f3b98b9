import { setTimeout } from 'node:timers/promises';
import type { Log } from '../../kernel/services/logger.js';
import type { BusConnection, BusTransport } from './transport.js';

/** Between the end of a connection and the next attempt, in milliseconds. */
const RETRY_MS = 100;

export interface LinkOptions {
  readonly transport: BusTransport;
  readonly log: Log;
  readonly onMessage: (message: string) => void;
  readonly onConnected: () => void;
}

/** Keeps one connection of a transport open, until `close`. */
export class Link {
  readonly #options: LinkOptions;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #connection: BusConnection | null = null;
  #reconnects = -1;
  /** Whether the operator has been told that the connection is away. */
  #told = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#ended = this.#run();
  }

  /** How often a connection was opened after the first one. */
  get reconnects(): number {
    return Math.max(0, this.#reconnects);
  }

  get isOpen(): boolean {
    return this.#connection !== null;
  }

  /** Sends on the open connection. Rejects at once when there is none. */
  async send(message: string): Promise<void> {
    if (this.#connection === null) throw new Error('The bus is not connected');
    await this.#connection.send(message);
  }

  /** Ends the connection, and opens another one. */
  reconnect(): void {
    this.#connection?.close();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // An attempt to connect, which may take seconds, ends by itself.
    if (this.#connection === null) return;
    this.#connection.close();
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#connectOnce();
      await setTimeout(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Resolves when the connection has ended, or could not be opened. */
  async #connectOnce(): Promise<void> {
    const { transport, log, onMessage, onConnected } = this.#options;
    try {
      const connection = await transport.connect(onMessage);
      if (this.#closing.signal.aborted) return connection.close();
      this.#connection = connection;
      this.#reconnects++;
      if (this.#told) log.info({}, 'The bus is connected again');
      this.#told = false;
      onConnected();
      await connection.closed;
    } catch (err) {
      if (!this.#told) {
        log.warn({ err }, 'The bus cannot be reached: events of other nodes come up to a second late');
      }
      this.#told = true;
    } finally {
      this.#connection?.close();
      this.#connection = null;
    }
  }
}
