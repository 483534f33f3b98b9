import { Away } from './api/away.js';
import { CorsHint } from './api/cors-hint.js';
import type { Backoff } from './backoff.js';
import { globalWebSocket, type WebSocketConstructor } from './events/socket.js';
import { Session, type TokenSource } from './session.js';
import { Signs } from './signs.js';

/** The options of a client. Only `url` is required. */
export interface PalaverClientOptions {
  /** The URL of the service, without a path: `https://chat.example.org`. */
  readonly url: string;
  /**
   * The token of a session or bot, or a function that gives one, such as a call of your backend. It is asked before each request;
   * with `{ token, expiresAt }` only 30 seconds before the end, and again when the service refuses the token. Without a token,
   * only public calls work.
   */
  readonly token?: TokenSource;
  /** The global `fetch` by default. */
  readonly fetch?: typeof fetch;
  /** The global `WebSocket` by default. Node before 22 has none: pass that of the package `ws`. */
  readonly WebSocket?: WebSocketConstructor;
  /**
   * Called once when the session of the token is over: a call with it was refused, or the service closed its connection
   * for that reason, and `token` gave no other one. Ask the user to sign in again, and give the next token to `setToken`.
   */
  readonly onSignedOut?: () => void;
  /** The waits between attempts of a call, and between connections. */
  readonly backoff?: Partial<Backoff>;
  /** The most retries of a call. Default 6. */
  readonly maxRetries?: number;
  /** The most milliseconds for one attempt of a call; uploads have no limit. Default 15,000. */
  readonly requestTimeoutMs?: number;
  /** The most milliseconds to open a connection. Default 10,000. */
  readonly connectTimeoutMs?: number;
  /** The milliseconds between probes of a connection; by default the interval that the service names (30,000). */
  readonly heartbeatMs?: number;
  /** How many unread events close the connection until they are read. Default 10,000. */
  readonly maxBuffered?: number;
}

/** The options with their defaults. */
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
  readonly signs: Signs;
  readonly away: Away;
  readonly session: Session;
  readonly cors: CorsHint;
}

/** Fills in the defaults. */
export function withDefaults({ url, token = null, ...options }: PalaverClientOptions): Settings {
  return {
    url: url.replace(/\/+$/, ''),
    // In browsers, `fetch` must be called as a method of the window.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    WebSocket: options.WebSocket ?? globalWebSocket(),
    backoff: { baseMs: 250, capMs: 30_000, random: Math.random, ...options.backoff },
    maxRetries: options.maxRetries ?? 6,
    requestTimeoutMs: options.requestTimeoutMs ?? 15_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    heartbeatMs: options.heartbeatMs ?? null,
    maxBuffered: options.maxBuffered ?? 10_000,
    signs: new Signs(),
    away: new Away(),
    session: new Session(token, options.onSignedOut ?? (() => {})),
    cors: new CorsHint(url),
  };
}
