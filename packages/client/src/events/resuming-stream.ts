import type { Settings } from '../options.js';
import { type Lifetime, sleep, withLimits } from '../waiting.js';
import { Connection, type Ending } from './connection.js';
import { Conversation } from './conversation.js';
import { type Cursors, Positions } from './cursors.js';
import type { PalaverEvent } from './frames.js';
import { Inbox } from './inbox.js';
import { delayAfter, finalError, withoutTicket } from './reconnecting.js';
import type { WebSocketConstructor } from './socket.js';
import type { ConnectionState, EventStream, SubscribeOptions } from './stream.js';
import { TypingThrottle } from './typing.js';

export interface StreamTools {
  readonly settings: Settings;
  readonly requestTicket: (signal: AbortSignal) => Promise<string>;
  /** The client's. */
  readonly lifetime: Lifetime;
}

/** Keeps a connection up, and knows how far it is when it has to make another. Throws a `TypeError` when it cannot. */
export class ResumingStream implements EventStream {
  readonly #tools: StreamTools;
  readonly #WebSocket: WebSocketConstructor;
  readonly #onState: (state: ConnectionState) => void;
  readonly #positions = new Positions();
  readonly #inbox: Inbox;
  readonly #throttle = new TypingThrottle();
  readonly #stop = new AbortController();
  #state: ConnectionState = { status: 'connecting' };
  #conversation: Conversation | null = null;
  #reading = false;

  constructor(tools: StreamTools, { channels, since, onState = () => {} }: SubscribeOptions) {
    const { WebSocket, maxBuffered } = tools.settings;
    if (WebSocket === null) {
      throw new TypeError('There is no global WebSocket here: pass one as an option, such as that of "ws".');
    }
    this.#tools = tools;
    this.#WebSocket = WebSocket;
    this.#onState = onState;
    this.#inbox = new Inbox(maxBuffered);
    this.add(channels, since);
    const release = tools.lifetime.onEnd(() => this.close());
    this.#stop.signal.addEventListener('abort', release, { once: true });
    void this.#run();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  cursors(): Cursors {
    return this.#inbox.cursors;
  }

  add(channels: readonly string[], since: Cursors = {}): void {
    const added = this.#positions.add(channels, since);
    this.#inbox.begin(this.#positions.cursorsOf(added));
    this.#conversation?.subscribe(added);
  }

  remove(channels: readonly string[]): void {
    this.#positions.remove(channels);
    this.#inbox.forget(channels);
    this.#conversation?.unsubscribe(channels);
  }

  typing(channelId: string): void {
    if (this.#throttle.allows(channelId)) this.#conversation?.typing(channelId);
  }

  close(): void {
    this.#end(null);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PalaverEvent, void> {
    if (this.#reading) throw new Error('A stream is read by one loop: subscribe again for another.');
    this.#reading = true;
    try {
      for (;;) {
        const event = await this.#inbox.take();
        if (event === null) return;
        yield event;
      }
    } finally {
      this.close();
    }
  }

  async #run(): Promise<void> {
    try {
      this.#stop.signal.throwIfAborted();
      await this.#keepConnected();
    } catch (error) {
      this.#end(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Never resolves: it is left by the error that ends the stream, or by the one that closing makes of a wait. */
  async #keepConnected(): Promise<never> {
    const { backoff } = this.#tools.settings;
    for (let failures = 0; ; failures++) {
      this.#enter({ status: 'connecting' });
      const { ending, progressed } = await this.#connect();
      const error = finalError(ending);
      if (error) throw error;
      if (progressed) failures = 0;
      const retryInMs = delayAfter(ending, failures, backoff);
      this.#enter({ status: 'waiting', retryInMs, reason: ending.reason });
      await this.#inbox.room();
      await sleep(retryInMs, this.#stop.signal);
    }
  }

  /** Makes one connection and sees it to its end. */
  async #connect(): Promise<{ ending: Ending; progressed: boolean }> {
    const { signal } = this.#stop;
    const { requestTicket, settings } = this.#tools;
    const limits = { signal, ms: settings.connectTimeoutMs };
    const ticket = await withLimits(limits, requestTicket).catch(withoutTicket);
    if (typeof ticket !== 'string') return { ending: ticket, progressed: false };
    signal.throwIfAborted();
    const connection = this.#open(ticket);
    const conversation = this.#converse(connection);
    this.#conversation = conversation;
    const hangUp = () => connection.close();
    signal.addEventListener('abort', hangUp, { once: true });
    const ending = await connection.ended;
    signal.removeEventListener('abort', hangUp);
    this.#conversation = null;
    return { ending, progressed: conversation.progressed };
  }

  #open(ticket: string): Connection {
    const { url, connectTimeoutMs, heartbeatMs } = this.#tools.settings;
    const address = `${url.replace(/^http/, 'ws')}/api/ws?ticket=${encodeURIComponent(ticket)}`;
    return new Connection(new this.#WebSocket(address), {
      readyWithinMs: connectTimeoutMs,
      heartbeatMs,
      onFrame: (frame) => this.#conversation?.receive(frame),
    });
  }

  #converse(connection: Connection): Conversation {
    return new Conversation(connection, {
      drop: (reason) => connection.drop(reason),
      positions: this.#positions,
      inbox: this.#inbox,
      onLive: () => this.#enter({ status: 'live' }),
      onRefused: (error) => this.#end(error),
    });
  }

  #enter(state: ConnectionState): void {
    if (this.#stop.signal.aborted || (state.status === 'live' && this.#state.status === 'live')) return;
    this.#state = state;
    // What a listener throws is its own affair, and not a reason to lose the connection.
    queueMicrotask(() => this.#onState(state));
  }

  #end(error: Error | null): void {
    this.#enter({ status: 'closed', error });
    this.#inbox.end(error);
    this.#stop.abort();
  }
}
