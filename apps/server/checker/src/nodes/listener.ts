import { WebSocket } from 'ws';
import type { Client } from '../../../src/testing/client.js';

/** A message that a socket has received. */
export interface Heard {
  readonly content: string;
  readonly seq: number;
  /** On the clock of `performance`. */
  readonly at: number;
}

/** A socket that follows a channel. */
export interface Listener {
  readonly heard: readonly Heard[];
  /** The types of all frames. */
  readonly types: ReadonlySet<string>;
  close(): void;
}

/** Follows a channel from its present end on, at the node of the client. */
export async function listen({ url, token }: Client, channelId: string): Promise<Listener> {
  const headers = { Authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/ws`, { headers });
  const heard: Heard[] = [];
  const types = new Set<string>();
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (text) => {
      const { type, data } = JSON.parse(String(text));
      types.add(type);
      if (type === 'ready')
        socket.send(JSON.stringify({ type: 'subscribe', data: { channelIds: [channelId] } }));
      if (type === 'subscribed') resolve();
      if (type === 'message.created')
        heard.push({ content: data.content, seq: data.seq, at: performance.now() });
    });
  });
  return { heard, types, close: () => socket.terminate() };
}
