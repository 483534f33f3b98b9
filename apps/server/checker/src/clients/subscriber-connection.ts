import type { ServiceFrame } from '@palaver/core';
import { WebSocket } from 'ws';
import type { Entry } from '../history/subscriber-history.js';
import { pause } from '../support/pause.js';
import { nextClientAddress } from '../system/http-client.js';
import type { FrameReader } from './frame-reader.js';

/** A connection on which nothing arrives for this long, pongs included, is taken for dead. */
const DEAD_AFTER_MS = 6_000;
const PING_MS = 2_000;
/** The service allows 120 frames a minute: after this many the subscriber changes to a new connection. */
const FRAMES_MAX = 100;

type WithoutOrigin<E> = E extends Entry ? Omit<E, 'connection' | 'at'> : never;
export type NewEntry = WithoutOrigin<Entry>;

/** Where a subscriber reaches a node. */
export interface NodeAddress {
  readonly name: string;
  readonly port: number;
}

export interface SubscriberConnectionOptions {
  readonly node: NodeAddress;
  readonly token: string;
  readonly streamIds: readonly string[];
  readonly reader: FrameReader;
  /** How long to wait before subscribing again to a stream that was revoked or denied. */
  readonly resubscribeMs: number;
  /** The cursors to resume from; null for none. */
  readonly cursorsOf: (streamIds: readonly string[]) => Record<string, number> | null;
  readonly onEntry: (entry: NewEntry) => void;
}

/** One WebSocket connection: it subscribes to the streams, pings, and reports each frame as an entry. */
export class SubscriberConnection {
  readonly #options: SubscriberConnectionOptions;
  readonly #socket: WebSocket;
  readonly #subscribed = new Set<string>();
  #isSubscribing = false;
  #sent = 0;
  #lastReceivedAt = performance.now();

  constructor(options: SubscriberConnectionOptions) {
    const { node, token } = options;
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': nextClientAddress() };
    this.#options = options;
    this.#socket = new WebSocket(`ws://127.0.0.1:${node.port}/api/ws`, {
      headers,
      handshakeTimeout: DEAD_AFTER_MS,
    });
  }

  /** Runs until the connection is closed. `stop` terminates it. */
  async run(stop: AbortSignal): Promise<void> {
    const terminate = () => this.#socket.terminate();
    stop.addEventListener('abort', terminate);
    const timers = [
      setInterval(() => this.#subscribe(), this.#options.resubscribeMs),
      setInterval(() => this.#checkLiveness(), PING_MS),
    ];
    this.#socket.on('message', (data) => this.#receive(String(data)));
    await this.#closed();
    for (const timer of timers) clearInterval(timer);
    stop.removeEventListener('abort', terminate);
  }

  /** Stops reading for a while, so that the service must buffer. Returns false if the connection is not open. */
  async stall(ms: number, stop: AbortSignal): Promise<boolean> {
    if (this.#socket.readyState !== WebSocket.OPEN) return false;
    this.#socket.pause();
    await pause(ms, stop);
    this.#lastReceivedAt = performance.now();
    this.#socket.resume();
    return true;
  }

  #closed(): Promise<void> {
    // Every error is followed by `close`.
    this.#socket.on('error', () => {});
    return new Promise((resolve) => {
      this.#socket.once('close', (code) => {
        this.#options.onEntry({ kind: 'closed', code });
        resolve();
      });
    });
  }

  #checkLiveness(): void {
    if (this.#socket.isPaused) return;
    if (performance.now() - this.#lastReceivedAt > DEAD_AFTER_MS) this.#socket.terminate();
    else this.#send({ type: 'ping' });
  }

  #subscribe(): void {
    const { streamIds, cursorsOf } = this.#options;
    const channelIds = streamIds.filter((id) => !this.#subscribed.has(id));
    if (this.#isSubscribing || channelIds.length === 0 || this.#socket.readyState !== WebSocket.OPEN) return;
    this.#isSubscribing = true;
    const since = cursorsOf(channelIds);
    this.#send({ type: 'subscribe', data: { channelIds, ...(since && { since }) } });
  }

  #send(frame: object): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    if (++this.#sent > FRAMES_MAX) this.#socket.close();
    else this.#socket.send(JSON.stringify(frame));
  }

  #receive(received: string): void {
    this.#lastReceivedAt = performance.now();
    const { onEntry, reader } = this.#options;
    const { text, frame, position } = reader.read(received);
    if (frame === null) onEntry({ kind: 'malformed', text });
    else if (position === null) this.#handleControlFrame(frame);
    else onEntry({ kind: 'event', position, text });
  }

  #handleControlFrame(frame: ServiceFrame): void {
    const { node, onEntry } = this.#options;
    switch (frame.type) {
      case 'ready':
        onEntry({ kind: 'opened', node: node.name });
        this.#subscribe();
        break;
      case 'subscribed':
        this.#isSubscribing = false;
        for (const { id } of frame.data.channels) this.#subscribed.add(id);
        onEntry({ kind: 'subscribed', ...frame.data });
        break;
      case 'access.revoked': {
        const streamId = frame.data.channelId ?? frame.data.serverId ?? '';
        this.#subscribed.delete(streamId);
        onEntry({ kind: 'revoked', streamId });
        break;
      }
      case 'resync':
        onEntry({ kind: 'resync', streamId: frame.data.channelId });
        break;
      case 'error':
        this.#isSubscribing = false;
        onEntry({ kind: 'error', code: frame.data.code });
        if (frame.data.code === 'INVALID_INPUT') this.#socket.close();
        break;
    }
  }
}
