import type { PalaverClient } from '../client.js';
import { type Cursors, endedStreams } from '../events/cursors.js';
import { type PalaverEvent, positionOf } from '../events/frames.js';
import type { ConnectionState, EventStream } from '../events/stream.js';

/** How well the store knows what the service has, for a frontend to show. */
export interface Connection {
  /**
   * - `connecting`: for the first time;
   * - `catching-up`: connected, and the events of the time before are still on their way;
   * - `live`: everything is shown as soon as it happens;
   * - `offline`: not connected since the time `since`;
   * - `signed-out`: the session is over; it goes on after `setToken` of the client;
   * - `refused`: the service refuses the subscription, as for too many channels.
   */
  readonly status: 'connecting' | 'catching-up' | 'live' | 'offline' | 'signed-out' | 'refused';
  /** Since when, in milliseconds as of `Date.now()`. */
  readonly since: number;
}

export interface LiveStreamsOptions {
  readonly client: PalaverClient;
  readonly onEvent: (event: PalaverEvent) => void;
  readonly onConnection: (connection: Connection) => void;
}

/** So far back events are asked for again. What is older than that is read again. */
const REWIND_MAX = 1_000;

/** Follows the streams of all views with one connection, and knows how far each of them has come. */
export class LiveStreams {
  readonly #options: LiveStreamsOptions;
  /** Null until the store begins. */
  #stream: EventStream | null = null;
  readonly #positions = new Map<string, number>();
  /** By stream, the position that it had when the connection began, as far as it is not reached yet. */
  readonly #ahead = new Map<string, number>();
  #connection: Connection = { status: 'connecting', since: Date.now() };
  #closed = false;

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
  }

  /** Connects. Throws a `TypeError` without a WebSocket. */
  open(): void {
    this.#stream = this.#options.client.events.subscribe({
      channels: [],
      outlivesSession: true,
      onState: (state) => this.#enter(state),
    });
    void this.#read(this.#stream);
  }

  get connection(): Connection {
    return this.#connection;
  }

  follows(streamId: string): boolean {
    return this.#positions.has(streamId);
  }

  /** How far a stream has come; undefined where it is not followed. */
  positionIn(streamId: string): number | undefined {
    return this.#positions.get(streamId);
  }

  /**
   * Follows streams from positions. Where a stream has come further it is asked for once more from there, which changes
   * nothing for other views. Returns false when it has come too far for that: the answer must be read again.
   */
  follow(cursors: Cursors): boolean {
    const entries = Object.entries(cursors);
    const tooFar = entries.some(([id, seq]) => (this.#positions.get(id) ?? seq) - seq > REWIND_MAX);
    if (tooFar) return false;
    const behind = entries.filter(([id, seq]) => (this.#positions.get(id) ?? seq + 1) > seq);
    const again = behind.map(([id]) => id).filter((id) => this.follows(id));
    if (again.length > 0) this.#stream?.remove(again);
    for (const [id, seq] of behind) this.#positions.set(id, seq);
    this.#stream?.add(
      behind.map(([id]) => id),
      Object.fromEntries(behind),
    );
    return true;
  }

  /** Follows nothing but these. */
  keepOnly(needed: ReadonlySet<string>): void {
    this.#forget([...this.#positions.keys()].filter((id) => !needed.has(id)));
  }

  typing(channelId: string): void {
    this.#stream?.typing(channelId);
  }

  idle(isIdle: boolean): void {
    this.#stream?.idle(isIdle);
  }

  close(): void {
    this.#closed = true;
    this.#stream?.close();
  }

  async #read(stream: EventStream): Promise<void> {
    try {
      for await (const event of stream) {
        this.#advance(event);
        this.#options.onEvent(event);
        this.#becomeLive();
      }
    } catch {
      // The state of the stream has said so.
    }
  }

  #advance(event: PalaverEvent): void {
    if (event.type === 'subscribed') {
      for (const { id, seq } of event.data.channels) {
        if (this.#connection.status !== 'live' && (this.#positions.get(id) ?? seq) < seq)
          this.#ahead.set(id, seq);
      }
    }
    this.#forget(endedStreams(event));
    const position = positionOf(event);
    if (position === null) return;
    const { streamId, seq } = position;
    if (this.follows(streamId)) this.#positions.set(streamId, seq);
    if (seq >= (this.#ahead.get(streamId) ?? seq + 1)) this.#ahead.delete(streamId);
  }

  #forget(ids: readonly string[]): void {
    if (ids.length === 0) return;
    this.#stream?.remove(ids);
    for (const id of ids) {
      this.#positions.delete(id);
      this.#ahead.delete(id);
    }
  }

  #enter(state: ConnectionState): void {
    if (this.#closed) return;
    switch (state.status) {
      case 'live':
        this.#to('catching-up');
        // The frames that said how far each stream is have been received, and are read before this timer.
        setTimeout(() => this.#becomeLive(), 0);
        break;
      case 'waiting':
        this.#ahead.clear();
        this.#to('offline');
        break;
      case 'signed-out':
        this.#ahead.clear();
        this.#to('signed-out');
        break;
      case 'closed':
        if (state.error !== null) this.#to('refused');
    }
  }

  #becomeLive(): void {
    const isConnected = this.#stream?.state.status === 'live' && this.#connection.status === 'catching-up';
    if (isConnected && this.#ahead.size === 0) this.#to('live');
  }

  #to(status: Connection['status']): void {
    if (this.#closed || status === this.#connection.status) return;
    this.#connection = { status, since: Date.now() };
    this.#options.onConnection(this.#connection);
  }
}
