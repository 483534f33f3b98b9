import type { Backoff } from './backoff.js';
import { globalWebSocket, type WebSocketConstructor } from './events/socket.js';

/** What a client is made with. Only `url` is needed. */
export interface PalaverClientOptions {
  /** Where the service is, without a path: `https://chat.example.org`. */
  readonly url: string;
  /** A session's or bot's token, or what gives the one to use now. Without one, only what needs none can be called. */
  readonly token?: string | null | (() => string | null | Promise<string | null>);
  /** The global one by default. */
  readonly fetch?: typeof fetch;
  /** The global one by default; Node before 22 has none: pass the one of the package `ws`. */
  readonly WebSocket?: WebSocketConstructor;
  /** Between the tries of a call, and between connections. */
  readonly backoff?: Partial<Backoff>;
  /** How often a call is repeated at most. Default 6. */
  readonly maxRetries?: number;
  /** How long one try of a call may take, in milliseconds; uploads take as long as they take. Default 15,000. */
  readonly requestTimeoutMs?: number;
  /** How long opening a connection may take, in milliseconds. Default 10,000. */
  readonly connectTimeoutMs?: number;
  /** How often a connection is probed, in milliseconds; what the service says (30,000) by default. */
  readonly heartbeatMs?: number;
  /** How many events may wait to be read before the connection is let go until they are. Default 10,000. */
  readonly maxBuffered?: number;
}

/** The same, with nothing left open. */
export interface Settings {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly WebSocket: WebSocketConstructor | null;
  readonly backoff: Backoff;
  readonly maxRetries: number;
  readonly requestTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly heartbeatMs: number | null;
  readonly maxBuffered: number;
  /** What requests carry to show whose they are. */
  authorization(): Promise<Record<string, string>>;
}

/** Fills in the defaults. */
export function withDefaults({ url, token = null, ...options }: PalaverClientOptions): Settings {
  return {
    url: url.replace(/\/+$/, ''),
    // Browsers refuse to call their fetch as the method of anything but the window.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    WebSocket: options.WebSocket ?? globalWebSocket(),
    backoff: { baseMs: 250, capMs: 30_000, random: Math.random, ...options.backoff },
    maxRetries: options.maxRetries ?? 6,
    requestTimeoutMs: options.requestTimeoutMs ?? 15_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    heartbeatMs: options.heartbeatMs ?? null,
    maxBuffered: options.maxBuffered ?? 10_000,
    authorization: async () => {
      const current = typeof token === 'function' ? await token() : token;
      return current === null ? {} : { Authorization: `Bearer ${current}` };
    },
  };
}
