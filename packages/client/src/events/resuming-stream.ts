import type { Settings } from '../options.js';
import type { Sign } from '../signs.js';
import { type Lifetime, sleepUnlessWoken, withLimits } from '../waiting.js';
import { Connection, type Ending } from './connection.js';
import { type Cursors, Positions } from './cursors.js';
import { EventQueue } from './event-queue.js';
import { FrameHandler } from './frame-handler.js';
import type { PalaverEvent } from './frames.js';
import { delayAfter, isRefused, sessionOver, withoutTicket } from './reconnecting.js';
import type { WebSocketConstructor } from './socket.js';
import type { ConnectionState, EventStream, SubscribeOptions } from './stream.js';
import { TypingThrottle } from './typing.js';

export interface StreamTools {
  readonly settings: Settings;
  readonly requestTicket: (signal: AbortSignal) => Promise<string>;
  /** The lifetime of the client. */
  readonly lifetime: Lifetime;
}

/** How long a connection may take to answer when the page was hidden or the network is gone, in milliseconds. */
const CHECK_MS = 5_000;

/** How the attempts of before end when the network is back. */
const NETWORK_BACK: Ending = { code: null, reason: 'the network was away' };

/** Where no answer says whether there is another token, the next connection tells. */
const unknown = () => '';

/** Keeps a connection open and resumes after a lost one. The constructor throws a `TypeError` without a WebSocket. */
export class ResumingStream implements EventStream {
  readonly #tools: StreamTools;
  readonly #WebSocket: WebSocketConstructor;
  readonly #onState: (state: ConnectionState) => void;
  readonly #positions = new Positions();
  readonly #queue: EventQueue;
  readonly #throttle = new TypingThrottle();
  readonly #outlivesSession: boolean;
  readonly #stop = new AbortController();
  #state: ConnectionState = { status: 'connecting' };
  #handler: FrameHandler | null = null;
  #reading = false;
  #isIdle = false;

  constructor(
    tools: StreamTools,
    { channels, since, onState = () => {}, outlivesSession = false }: SubscribeOptions,
  ) {
    const { WebSocket, maxBuffered } = tools.settings;
    if (WebSocket === null) {
      throw new TypeError('There is no global WebSocket: pass one as an option, such as that of "ws".');
    }
    this.#tools = tools;
    this.#WebSocket = WebSocket;
    this.#onState = onState;
    this.#outlivesSession = outlivesSession;
    this.#queue = new EventQueue(maxBuffered);
    this.add(channels, since);
    const release = tools.lifetime.onEnd(() => this.close());
    this.#stop.signal.addEventListener('abort', release, { once: true });
    void this.#run();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  cursors(): Cursors {
    return this.#queue.cursors;
  }

  add(channels: readonly string[], since: Cursors = {}): void {
    const added = this.#positions.add(channels, since);
    this.#queue.begin(this.#positions.cursorsOf(added));
    this.#handler?.subscribe(added);
  }

  remove(channels: readonly string[]): void {
    this.#positions.remove(channels);
    this.#queue.forget(channels);
    this.#handler?.unsubscribe(channels);
  }

  typing(channelId: string): void {
    if (this.#throttle.allows(channelId)) this.#handler?.typing(channelId);
  }

  idle(isIdle: boolean): void {
    if (this.#isIdle === isIdle) return;
    this.#isIdle = isIdle;
    this.#handler?.idle(isIdle);
  }

  close(): void {
    this.#end(null);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PalaverEvent, void> {
    if (this.#reading) throw new Error('A stream is read by one loop only: subscribe again for another.');
    this.#reading = true;
    try {
      for (;;) {
        const event = await this.#queue.next();
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

  /** Never resolves: the error that ends the stream, or the abort of a wait by closing, rejects it. */
  async #keepConnected(): Promise<never> {
    const { backoff, session, signs } = this.#tools.settings;
    for (let failures = 0; ; failures++) {
      this.#enter({ status: 'connecting' });
      const { ending, progressed } = await this.#connect();
      if (isRefused(ending) && (await session.refused().catch(unknown)) === null) {
        await this.#waitForToken();
        failures = -1;
        continue;
      }
      if (progressed) failures = 0;
      const retryInMs = ending === NETWORK_BACK ? 0 : delayAfter(ending, failures, backoff);
      this.#enter({ status: 'waiting', retryInMs, reason: ending.reason });
      await this.#queue.waitForRoom();
      // After a sign, the next waits are short again. The loop counts the failure of this attempt.
      const woken = await sleepUnlessWoken(retryInMs, this.#stop.signal, {
        signs,
        by: ['online', 'visible'],
      });
      if (woken) failures = -1;
    }
  }

  /** Resolves when the client has another token. Throws where the stream ends without one. */
  async #waitForToken(): Promise<void> {
    if (!this.#outlivesSession) throw sessionOver();
    this.#enter({ status: 'signed-out' });
    await sleepUnlessWoken(null, this.#stop.signal, { signs: this.#tools.settings.signs, by: ['token'] });
  }

  /** Opens one connection and resolves at its end. */
  async #connect(): Promise<{ ending: Ending; progressed: boolean }> {
    let connection: Connection | null = null;
    let networkBack = false;
    const forget = this.#tools.settings.signs.listen((sign) => {
      networkBack ||= sign === 'online';
      if (connection) this.#examine(connection, sign);
    });
    try {
      const opened = await this.#openWithTicket();
      if (opened instanceof Connection) connection = opened;
      const { ending, progressed } =
        opened instanceof Connection ? await this.#converse(opened) : { ending: opened, progressed: false };
      return { ending: networkBack ? NETWORK_BACK : ending, progressed };
    } finally {
      forget();
    }
  }

  /** A new connection, or how the attempt ended that got no ticket. */
  async #openWithTicket(): Promise<Connection | Ending> {
    const { signal } = this.#stop;
    const { requestTicket, settings } = this.#tools;
    const limits = { signal, ms: settings.connectTimeoutMs, signs: settings.signs };
    const ticket = await withLimits(limits, requestTicket).catch(withoutTicket);
    if (typeof ticket !== 'string') return ticket;
    signal.throwIfAborted();
    return this.#open(ticket);
  }

  /** Resolves at the end of the connection. */
  async #converse(connection: Connection): Promise<{ ending: Ending; progressed: boolean }> {
    const { signal } = this.#stop;
    const handler = this.#handlerFor(connection);
    this.#handler = handler;
    const close = () => connection.close();
    signal.addEventListener('abort', close, { once: true });
    const ending = await connection.ended;
    signal.removeEventListener('abort', close);
    this.#handler = null;
    return { ending, progressed: handler.progressed };
  }

  /** A connection does not survive a change of the network, or a long sleep, but nothing says so. */
  #examine(connection: Connection, sign: Sign): void {
    if (sign === 'online') connection.drop(NETWORK_BACK.reason);
    else if (sign !== 'live' && sign !== 'token' && this.#state.status === 'live') connection.check(CHECK_MS);
  }

  #open(ticket: string): Connection {
    const { url, connectTimeoutMs, heartbeatMs } = this.#tools.settings;
    const address = `${url.replace(/^http/, 'ws')}/api/ws?ticket=${encodeURIComponent(ticket)}`;
    return new Connection(new this.#WebSocket(address), {
      readyWithinMs: connectTimeoutMs,
      heartbeatMs,
      onFrame: (frame) => this.#handler?.receive(frame),
    });
  }

  #handlerFor(connection: Connection): FrameHandler {
    return new FrameHandler(connection, {
      drop: (reason) => connection.drop(reason),
      positions: this.#positions,
      queue: this.#queue,
      isIdle: () => this.#isIdle,
      onLive: () => this.#becomeLive(),
      onRefused: (error) => this.#end(error),
    });
  }

  #becomeLive(): void {
    if (this.#state.status === 'live') return;
    this.#enter({ status: 'live' });
    this.#tools.settings.signs.send('live');
  }

  #enter(state: ConnectionState): void {
    if (this.#stop.signal.aborted || (state.status === 'live' && this.#state.status === 'live')) return;
    this.#state = state;
    // In a microtask of its own, so that an error of the listener does not end the stream.
    queueMicrotask(() => this.#onState(state));
  }

  #end(error: Error | null): void {
    this.#enter({ status: 'closed', error });
    this.#queue.end(error);
    this.#stop.abort();
  }
}
