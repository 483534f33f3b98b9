import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  type Actor,
  AppError,
  type ClientFrame,
  errorFrame,
  frameTypeOf,
  parseClientFrame,
  readyFrame,
  type ServiceFrame,
  type SubscriberFeed,
  type Typing,
  typingOf,
} from '@palaver/core';
import { WebSocket } from 'ws';
import { verifyCredential } from '../http/credentials.js';
import { CLOSE, closeAfter, closeWithin } from './close-codes.js';
import { paceFrames } from './frame-pace.js';
import { writeBatch } from './frame-writer.js';
import type { Realtime } from './options.js';

export interface NewConnection {
  readonly ws: WebSocket;
  readonly socket: Socket;
  /** That of the upgrade, whose request does not stay as long as the socket. */
  readonly log: IncomingMessage['log'];
  /** The person for whom an API key acts that the first frame may sign in with. */
  readonly actingFor: string | null;
  /** Null if the client signs in by its first frame. */
  readonly actor: Actor | null;
  readonly botsOnly: boolean;
}

/** One socket of `/api/ws` or `/api/bot-gateway`: handles the client's frames and sends the deliveries of its feed. */
export class Connection {
  readonly #realtime: Realtime;
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #log: IncomingMessage['log'];
  readonly #actingFor: string | null;
  readonly #botsOnly: boolean;
  #feed: SubscriberFeed | null = null;
  #typing: Typing | null = null;
  #signInTimeout: NodeJS.Timeout | undefined;
  /** Ends when all frames that have come so far are handled: they are handled one after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(realtime: Realtime, { ws, socket, log, actingFor, actor, botsOnly }: NewConnection) {
    this.#realtime = realtime;
    this.#ws = ws;
    this.#socket = socket;
    this.#log = log;
    this.#actingFor = actingFor;
    this.#botsOnly = botsOnly;
    paceFrames(ws, realtime.frameLimit);
    ws.on('message', (data, isBinary) => this.#receive(String(data), isBinary));
    // `ws` closes the socket with the code for the malformed frame.
    ws.on('error', () => {});
    ws.once('close', () => this.#feed?.end('closed'));
    if (actor) this.#enqueue(null, () => this.#orClose(null, () => this.#open(actor)));
    else this.#awaitToken();
  }

  #awaitToken(): void {
    const { authenticateWithinMs, closeWithinMs } = this.#realtime;
    this.#signInTimeout = setTimeout(() => {
      const message = `Sign in within ${authenticateWithinMs / 1000} seconds: send {"type":"authenticate","data":{"token":"…"}}.`;
      this.#send(errorFrame(new AppError('UNAUTHENTICATED', { message }), null));
      closeWithin(this.#ws, closeWithinMs, CLOSE.NOT_SIGNED_IN);
    }, authenticateWithinMs);
    this.#ws.once('close', () => clearTimeout(this.#signInTimeout));
  }

  #receive(text: string, isBinary: boolean): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    if (isBinary) {
      this.#ws.close(...CLOSE.BINARY);
      return;
    }
    try {
      const frame = parseClientFrame(text);
      if (frame.type === 'ping') this.#send({ type: 'pong', data: {} });
      else this.#enqueue(frame.type, () => this.#handle(frame));
    } catch (error) {
      this.#send(errorFrame(error, frameTypeOf(text)));
    }
  }

  /** Runs a step after all earlier ones. `type` is that of the frame that asks for it; null for none. */
  #enqueue(type: string | null, step: () => Promise<void>): void {
    this.#work = this.#work.then(step).catch((error: unknown) => this.#reportError(error, type));
  }

  #reportError(cause: unknown, type: string | null): void {
    const frame = errorFrame(cause, type);
    if (frame.type === 'error' && frame.data.code === 'INTERNAL') {
      this.#log('error', { err: cause }, 'A WebSocket frame failed');
    }
    this.#send(frame);
    if (frame.type === 'error' && frame.data.code === 'TOO_MANY_SOCKETS') {
      closeWithin(this.#ws, this.#realtime.closeWithinMs, CLOSE.TOO_MANY_SOCKETS);
    }
  }

  async #handle(frame: Exclude<ClientFrame, { type: 'ping' }>): Promise<void> {
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    if (frame.type === 'authenticate') return this.#authenticate(frame.data.token);
    if (this.#feed === null) throw new AppError('UNAUTHENTICATED');
    switch (frame.type) {
      case 'subscribe': {
        const { channelIds, since = {} } = frame.data;
        return this.#feed.subscribe({ channelIds, since: new Map(Object.entries(since)) });
      }
      case 'unsubscribe':
        return this.#feed.unsubscribe(frame.data.channelIds);
      case 'idle':
        return this.#feed.setIdle(frame.data.idle);
      case 'typing':
        return this.#typing?.(frame.data.channelId);
    }
  }

  async #authenticate(token: string): Promise<void> {
    if (this.#feed !== null)
      throw new AppError('MALFORMED_REQUEST', { message: 'You are signed in already.' });
    // A token that cannot be verified now has come in time.
    clearTimeout(this.#signInTimeout);
    await this.#orClose('authenticate', () => this.#signIn(token));
  }

  async #signIn(token: string): Promise<void> {
    const actor = await verifyCredential(this.#realtime.services, { token }, this.#actingFor);
    const code = actor === null ? 'UNAUTHENTICATED' : this.#botsOnly && !actor.isBot ? 'BOTS_ONLY' : null;
    if (actor && code === null) return this.#open(actor);
    this.#send(errorFrame(new AppError(code ?? 'UNAUTHENTICATED'), 'authenticate'));
    closeWithin(this.#ws, this.#realtime.closeWithinMs, CLOSE.SESSION_OVER);
  }

  /**
   * Runs a step of signing in. Where it fails, the socket is closed with a code that says "come again": a client does not
   * sign in twice on one socket, and that the session cannot be looked up now does not mean that it is over.
   */
  async #orClose(type: string | null, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#reportError(error, type);
      closeWithin(this.#ws, this.#realtime.closeWithinMs, CLOSE.FAILED);
    }
  }

  async #open(actor: Actor): Promise<void> {
    const { services, hub, heartbeatMs } = this.#realtime;
    const ready = await readyFrame(hub, actor, heartbeatMs);
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    const feed = hub.connect(actor, {
      unsent: () => this.#socket.writableLength,
      onEnd: (ending) => closeAfter(this.#ws, ending),
    });
    this.#feed = feed;
    this.#typing = typingOf(services, actor);
    feed.send(ready);
    this.#sendDeliveries(feed).catch((error: unknown) => {
      this.#log('error', { err: error }, 'A WebSocket failed');
      this.#ws.close(...CLOSE.FAILED);
    });
  }

  async #sendDeliveries(feed: SubscriberFeed): Promise<void> {
    for await (const batch of feed.deliveries()) {
      if (this.#ws.readyState !== WebSocket.OPEN) return;
      const full = writeBatch(this.#socket, batch);
      if (full) await full;
    }
  }

  /** Frames go through the feed, if there is one, so that they keep their order. */
  #send(frame: ServiceFrame): void {
    if (this.#feed) this.#feed.send(frame);
    else if (this.#ws.readyState === WebSocket.OPEN) this.#ws.send(JSON.stringify(frame));
  }
}
