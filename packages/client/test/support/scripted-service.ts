import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientFrame, ServiceFrame } from '@palaver/core';
import { type WebSocket, WebSocketServer } from 'ws';

/** The service's side of one connection. */
export class Peer {
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** The next frame that the client sends. */
  async received(): Promise<ClientFrame> {
    const [data] = await once(this.#socket, 'message');
    return JSON.parse(String(data));
  }

  send(...frames: Array<ServiceFrame | { type: string; data: object }>): void {
    for (const frame of frames) this.#socket.send(JSON.stringify(frame));
  }

  /** Sends `ready`, and confirms the first subscription, which it returns. */
  async confirm(heads: Record<string, number> = {}): Promise<ClientFrame> {
    this.send({ type: 'ready', data: { heartbeatIntervalMs: 30_000 } });
    const subscription = await this.received();
    const channels = Object.entries(heads).map(([id, seq]) => ({ id, seq }));
    this.send({ type: 'subscribed', data: { channels, denied: [] } });
    return subscription;
  }

  sendNonsense(): void {
    this.#socket.send('<html>');
  }

  close(code: number): void {
    this.#socket.close(code);
  }
}

/** A fake service that sends what the test says, also what the real service never sends. */
export interface ScriptedService {
  readonly url: string;
  /** The next connection. */
  connection(): Promise<Peer>;
  close(): Promise<void>;
}

export async function startScriptedService(): Promise<ScriptedService> {
  const server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ result: { data: { ticket: 't', expiresAt: '2026-01-01T00:00:00.000Z' } } }));
  });
  const sockets = new WebSocketServer({ server });
  const waiting: Peer[] = [];
  const keep = (peer: Peer) => void waiting.push(peer);
  let onConnection = keep;
  sockets.on('connection', (socket) => onConnection(new Peer(socket)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a TCP server is an object; only that of a pipe is a string.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connection: async () => {
      const peer = waiting.shift();
      if (peer) return peer;
      return new Promise((resolve) => {
        onConnection = (next) => {
          onConnection = keep;
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
