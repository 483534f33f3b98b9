import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Seats } from '../contestants/chat-service.js';
import { clientAddresses } from './addresses.js';

/** So many are opened at a time. */
const LANES = 50;

export interface IdleSockets {
  readonly url: string;
  readonly count: number;
  readonly seats: Seats;
  /** What each says, and is answered, once it is greeted itself; null: it says nothing, and nobody greets it. */
  readonly greeting: ((channelId: string) => string) | null;
}

/** Opens sockets that hear one channel each and say nothing more; resolves when all of them do. */
export async function openIdleSockets(plan: IdleSockets): Promise<{ close(): Promise<void> }> {
  const nextAddress = clientAddresses();
  const sockets: WebSocket[] = [];
  const lane = async () => {
    while (sockets.length < plan.count) {
      const { socket, idle } = openOne(plan, sockets.length, nextAddress());
      sockets.push(socket);
      await idle;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return {
    async close() {
      await Promise.all(
        sockets.map((socket) => {
          const closed = once(socket, 'close');
          socket.close();
          return closed;
        }),
      );
    },
  };
}

function openOne({ url, seats, greeting }: IdleSockets, n: number, address: string) {
  const token = seats.tokens[n % seats.tokens.length] ?? '';
  const channelId = seats.channelIds[n % seats.channelIds.length] ?? '';
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  const idle = async () => {
    if (greeting === null) return void (await once(socket, 'open'));
    await once(socket, 'message');
    const answered = once(socket, 'message');
    socket.send(greeting(channelId));
    await answered;
  };
  return { socket, idle: idle() };
}
