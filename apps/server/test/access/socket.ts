import type { ServiceFrame } from '@palaver/core';
import { validatedFrame } from '@palaver/core/testing';
import { WebSocket } from 'ws';
import type { Client } from '../../src/testing/client.js';

/** A client's WebSocket. Each frame that it receives is validated against its schema. */
export interface Socket {
  send(type: string, data: object): void;
  /** The first frame of this type, received before or after the call. */
  until<Type extends ServiceFrame['type']>(type: Type): Promise<Extract<ServiceFrame, { type: Type }>>;
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  close(): void;
}

/** Opens the WebSocket as this client. Rejects with the status if the upgrade is refused. */
export async function openSocket({ url, token, headers: others }: Client): Promise<Socket> {
  const headers = { ...others, ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/api/ws`, { headers });
  const frames: ServiceFrame[] = [];
  let onFrame = () => {};
  const closed = new Promise<number>((resolve) => {
    ws.once('close', resolve);
  });
  ws.on('message', (text) => {
    frames.push(validatedFrame(String(text)));
    onFrame();
  });
  await new Promise<void>((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('unexpected-response', (_req, res) => reject(new Error(`refused with ${res.statusCode}`)));
    ws.once('error', reject);
  });
  return {
    send: (type, data) => ws.send(JSON.stringify({ type, data })),
    until: async (type) => {
      for (;;) {
        const frame = frames.find((candidate) => candidate.type === type);
        // `find` compared the type.
        if (frame !== undefined) return frame as Extract<ServiceFrame, { type: typeof type }>;
        await new Promise<void>((resolve) => {
          onFrame = resolve;
        });
      }
    },
    closed,
    close: () => ws.terminate(),
  };
}
