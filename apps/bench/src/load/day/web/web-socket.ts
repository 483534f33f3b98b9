import { setTimeout as pause } from 'node:timers/promises';
import type { OnText } from '../../websocket/frames.js';
import type { SocketClient } from '../../websocket/socket-client.js';
import type { DayRecord } from '../day-record.js';
import type { Calls } from './calls.js';
import type { Wire } from './wire.js';

const PING_EVERY_MS = 30_000;
const ATTEMPTS_MAX = 6;
const RETRY_WITHIN_MS = 500;

/** The socket of a client, and how far it has come in its streams. */
export class WebSocketOfPerson {
  readonly #calls: Calls;
  readonly #wire: Wire;
  readonly #record: DayRecord;
  readonly #positions = new Map<string, number>();
  #socket: SocketClient | null = null;
  /** Why the socket is gone that nobody has closed. */
  #lost: string | null = null;
  #pings: ReturnType<typeof setInterval> | undefined;
  /** What was sent before came from the log. */
  #subscribedAt = Number.POSITIVE_INFINITY;

  constructor(calls: Calls, wire: Wire, record: DayRecord) {
    this.#calls = calls;
    this.#wire = wire;
    this.#record = record;
  }

  /** A service that is too busy is asked again, as the client does. Rejects after `ATTEMPTS_MAX`. */
  async connect(onText: OnText): Promise<void> {
    for (let attempt = 1; this.#socket === null; attempt++) {
      const ticket = await this.#calls.ticket();
      const path = `/api/ws?ticket=${encodeURIComponent(ticket)}`;
      const onLost = (reason: string) => {
        if (this.#socket !== null) this.#lost = reason;
      };
      this.#socket = await this.#wire.open(path, onText, onLost).catch((error: unknown) => {
        if (attempt === ATTEMPTS_MAX) throw error;
        return null;
      });
      if (this.#socket === null) await pause(Math.random() * RETRY_WITHIN_MS * 2 ** attempt);
    }
    this.#pings = setInterval(() => {
      if (this.#lost === null) this.ping();
    }, PING_EVERY_MS);
  }

  /** Learns the positions of an answer: the earliest of a stream counts. */
  learn(streamSeq: string | null, isFollowed: (streamId: string) => boolean): void {
    for (const entry of streamSeq?.split(',') ?? []) {
      const [id = '', seq] = entry.trim().split('=');
      if (isFollowed(id))
        this.#positions.set(id, Math.min(Number(seq), this.#positions.get(id) ?? Number(seq)));
    }
  }

  /** A stream has come so far. */
  advance(streamId: string, seq: number): void {
    if (seq > (this.#positions.get(streamId) ?? seq)) this.#positions.set(streamId, seq);
  }

  /** To all streams that the client knows, from where it knows them. */
  subscribe(): void {
    const since = Object.fromEntries(this.#positions);
    this.#subscribedAt = performance.now();
    this.send({ type: 'subscribe', data: { channelIds: Object.keys(since), since } });
  }

  /** Whether a frame that was sent this many milliseconds ago came live, and not by a replay. */
  wasLive(sinceMs: number): boolean {
    return performance.now() - sinceMs > this.#subscribedAt;
  }

  ping(): void {
    this.send({ type: 'ping', data: {} });
  }

  /** Throws when the socket was lost: whoever hears nothing any more would count for nothing. */
  send(frame: object): void {
    this.#requireKept();
    this.#socket?.send(JSON.stringify(frame));
  }

  /** Throws when the socket was lost before. */
  close(): void {
    clearInterval(this.#pings);
    this.#requireKept();
    if (this.#socket) this.#record.socketClosed(this.#socket);
    this.#socket?.close();
    this.#socket = null;
  }

  #requireKept(): void {
    if (this.#lost !== null) throw new Error(`The socket of a person was lost: ${this.#lost}`);
  }
}
