import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientFrame, ServiceFrame } from '@palaver/core';
import { type WebSocket, WebSocketServer } from 'ws';

/** One connection, from the side of the service. */
export class Peer {
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** The next frame that the client sends. */
  async heard(): Promise<ClientFrame> {
    const [data] = await once(this.#socket, 'message');
    return JSON.parse(String(data));
  }

  say(...frames: Array<ServiceFrame | { type: string; data: object }>): void {
    for (const frame of frames) this.#socket.send(JSON.stringify(frame));
  }

  /** Gets ready, and takes the first subscription as it is asked for. */
  async welcome(heads: Record<string, number> = {}): Promise<ClientFrame> {
    this.say({ type: 'ready', data: { heartbeatIntervalMs: 30_000 } });
    const asked = await this.heard();
    const channels = Object.entries(heads).map(([id, seq]) => ({ id, seq }));
    this.say({ type: 'subscribed', data: { channels, denied: [] } });
    return asked;
  }

  nonsense(): void {
    this.#socket.send('<html>');
  }

  close(code: number): void {
    this.#socket.close(code);
  }
}

/** What no service of ours would do: a stand-in that says what the test tells it to. */
export interface ScriptedService {
  readonly url: string;
  /** The next connection. */
  connection(): Promise<Peer>;
  close(): Promise<void>;
}

export async function startScriptedService(): Promise<ScriptedService> {
  const server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify([{ result: { data: { ticket: 't', expiresAt: '2026-01-01T00:00:00.000Z' } } }]));
  });
  const sockets = new WebSocketServer({ server });
  const arrived: Peer[] = [];
  let awaited: (peer: Peer) => void = (peer) => arrived.push(peer);
  sockets.on('connection', (socket) => awaited(new Peer(socket)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an object; only one on a pipe has a text.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connection: async () => {
      const peer = arrived.shift();
      if (peer) return peer;
      return new Promise((resolve) => {
        awaited = (next) => {
          awaited = (later) => arrived.push(later);
          resolve(next);
        };
      });
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
