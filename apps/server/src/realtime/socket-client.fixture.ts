import type { IncomingMessage } from 'node:http';
import type { ServiceFrame } from '@palaver/core';
import { validatedFrame } from '@palaver/core/testing';
import { expect } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** How an upgrade was refused. */
export interface Refusal {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** The client's end of a socket. Keeps all frames that it receives, each validated against its schema. */
export class Client {
  readonly ws: WebSocket;
  readonly frames: ServiceFrame[] = [];
  readonly #closed: Promise<number>;
  readonly #refused: Promise<Refusal>;

  constructor(url: string, options: ClientOptions) {
    this.ws = new WebSocket(url, options);
    this.ws.on('error', () => {});
    this.ws.on('message', (data) => this.frames.push(validatedFrame(String(data))));
    this.#closed = new Promise((resolve) => this.ws.once('close', resolve));
    this.#refused = new Promise((resolve) => {
      this.ws.once('unexpected-response', async (_req, res) => resolve(await readRefusal(res)));
    });
  }

  send(type: string, data: object = {}): void {
    this.ws.send(JSON.stringify({ type, data }));
  }

  /** Waits for a frame that has at least these fields. */
  async until(frame: object): Promise<void> {
    await expect
      .poll(() => this.frames, { interval: 5, timeout: 10_000 })
      .toContainEqual(expect.objectContaining(frame));
  }

  async subscribe(channelIds: readonly string[], since?: Readonly<Record<string, number>>): Promise<void> {
    this.send('subscribe', { channelIds, ...(since ? { since } : {}) });
    await this.until({ type: 'subscribed' });
  }

  messages(): string[] {
    return this.frames.flatMap((frame) => (frame.type === 'message.created' ? [frame.data.content] : []));
  }

  async untilMessage(content: string): Promise<void> {
    await expect.poll(() => this.messages().at(-1), { interval: 5, timeout: 20_000 }).toBe(content);
  }

  /** Resolves with the close code when the socket is closed. */
  closed(): Promise<number> {
    return this.#closed;
  }

  refused(): Promise<Refusal> {
    return this.#refused;
  }

  codes(): string[] {
    return this.frames.flatMap((frame) => (frame.type === 'error' ? [frame.data.code] : []));
  }
}

async function readRefusal(res: IncomingMessage): Promise<Refusal> {
  let text = '';
  for await (const chunk of res) text += String(chunk);
  return { status: res.statusCode ?? 0, headers: res.headers, body: JSON.parse(text) };
}
