import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceFrame } from '@palaver/core';
import { WebSocket } from 'ws';
import type { FrameReader } from '../frames.js';
import type { Entry, Listening } from '../history.js';
import type { Random } from '../random.js';
import { nextAddress } from '../system/http.js';
import type { Person } from './town.js';

/** Nothing heard for this long, pongs included, and the connection is taken for dead. */
const SILENCE_MS = 6_000;
const PING_MS = 2_000;
/** Below the service's 120 a minute: whoever has sent this many comes back on a new connection. */
const FRAMES_MAX = 100;

export interface SubscriberOptions {
  readonly name: string;
  readonly person: Person;
  readonly streamIds: readonly string[];
  readonly port: number;
  readonly reader: FrameReader;
  readonly random: Random;
  /** How long to wait before asking again for a stream that was lost or denied. */
  readonly askAgainMs: number;
  /** Comes back without telling how far it got: how a broken client behaves. */
  readonly ignoresCursors: boolean;
}

type News = Entry extends infer One ? (One extends Entry ? Omit<One, 'connection' | 'at'> : never) : never;

/** Listens to streams, comes back with its cursors whenever it is cut off, and writes down what it sees. */
export class Subscriber implements Listening {
  readonly name: string;
  readonly userId: string;
  readonly streamIds: readonly string[];
  readonly entries: Entry[] = [];
  readonly #options: SubscriberOptions;
  readonly #cursors = new Map<string, number>();
  readonly #held = new Set<string>();
  #asking = false;
  #connection = 0;
  #sent = 0;
  #heardAt = 0;
  #socket: WebSocket | null = null;
  #misled = false;

  constructor(options: SubscriberOptions) {
    this.#options = options;
    this.name = options.name;
    this.userId = options.person.id;
    this.streamIds = options.streamIds;
  }

  /** Whether it was told that it is ahead of the log: there is no point in asking further. */
  get misled(): boolean {
    return this.#misled;
  }

  /** Whether it has heard everything up to these places. */
  hasReached(heads: ReadonlyMap<string, number>): boolean {
    return this.streamIds.every((id) => (this.#cursors.get(id) ?? 0) >= (heads.get(id) ?? 0));
  }

  /** Stops reading for a while, so that what is sent piles up on the other side; false if it is not connected. */
  async stall(ms: number, stop: AbortSignal): Promise<boolean> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.pause();
    await pause(ms, undefined, { signal: stop }).catch(() => {});
    this.#heardAt = performance.now();
    socket.resume();
    return true;
  }

  /** Goes on until told to stop. */
  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted && !this.#misled) {
      await this.#connect(stop);
      await pause(this.#options.random.next() * 300);
    }
  }

  async #connect(stop: AbortSignal): Promise<void> {
    const { port, person } = this.#options;
    const headers = { Authorization: `Bearer ${person.token}`, 'X-Forwarded-For': nextAddress() };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/ws`, { headers, handshakeTimeout: SILENCE_MS });
    this.#connection++;
    this.#sent = 0;
    this.#heardAt = performance.now();
    this.#asking = false;
    this.#held.clear();
    this.#socket = socket;
    const end = () => socket.terminate();
    stop.addEventListener('abort', end);
    const timers = [
      setInterval(() => this.#ask(socket), this.#options.askAgainMs),
      setInterval(() => this.#checkPulse(socket), PING_MS),
    ];
    socket.on('message', (data) => this.#hear(socket, String(data)));
    await closed(socket, (code) => this.#note({ kind: 'closed', code }));
    for (const timer of timers) clearInterval(timer);
    stop.removeEventListener('abort', end);
  }

  #checkPulse(socket: WebSocket): void {
    if (socket.isPaused) return;
    if (performance.now() - this.#heardAt > SILENCE_MS) socket.terminate();
    else this.#send(socket, { type: 'ping' });
  }

  #ask(socket: WebSocket): void {
    const channelIds = this.streamIds.filter((id) => !this.#held.has(id));
    if (this.#asking || channelIds.length === 0 || socket.readyState !== WebSocket.OPEN) return;
    this.#asking = true;
    this.#send(socket, { type: 'subscribe', data: { channelIds, ...this.#since(channelIds) } });
  }

  #since(ids: readonly string[]): { since?: Record<string, number> } {
    if (this.#options.ignoresCursors && this.#connection > 1) return {};
    return { since: Object.fromEntries(ids.map((id) => [id, this.#cursors.get(id) ?? 0])) };
  }

  #send(socket: WebSocket, frame: object): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (++this.#sent > FRAMES_MAX) socket.close();
    else socket.send(JSON.stringify(frame));
  }

  #hear(socket: WebSocket, received: string): void {
    this.#heardAt = performance.now();
    const { text, frame, place } = this.#options.reader.read(received);
    if (frame === null) this.#note({ kind: 'malformed', text });
    else if (place === null) this.#obey(socket, frame);
    else {
      this.#cursors.set(place.streamId, place.seq);
      this.#note({ kind: 'event', place, text });
    }
  }

  #obey(socket: WebSocket, frame: ServiceFrame): void {
    switch (frame.type) {
      case 'ready':
        this.#note({ kind: 'opened' });
        this.#ask(socket);
        break;
      case 'subscribed':
        this.#asking = false;
        for (const { id } of frame.data.channels) this.#held.add(id);
        this.#note({ kind: 'subscribed', ...frame.data });
        break;
      case 'access.revoked': {
        const streamId = frame.data.channelId ?? frame.data.serverId ?? '';
        this.#held.delete(streamId);
        this.#note({ kind: 'revoked', streamId });
        break;
      }
      case 'resync':
        this.#note({ kind: 'resync', streamId: frame.data.channelId });
        break;
      case 'error':
        this.#asking = false;
        this.#misled ||= frame.data.code === 'INVALID_INPUT';
        this.#note({ kind: 'error', code: frame.data.code });
        if (this.#misled) socket.close();
        break;
    }
  }

  #note(news: News): void {
    this.entries.push({ ...news, connection: this.#connection, at: performance.now() });
  }
}

function closed(socket: WebSocket, note: (code: number) => void): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => {});
    socket.once('close', (code) => {
      note(code);
      resolve();
    });
  });
}
