import { once } from 'node:events';
import { WebSocket } from 'ws';
import { clientAddresses } from '../common/client-addresses.js';
import { openMany } from '../common/open-many.js';

export interface IdleSocketsOptions {
  readonly url: string;
  readonly count: number;
  /** Used in turn, as are the channels. */
  readonly tokens: readonly string[];
  readonly channelIds: readonly string[];
  /** What each socket sends after the server's first frame to subscribe to a channel; null: there are no such frames. */
  readonly subscribeFrame: ((channelId: string) => string) | null;
}

/** Opens sockets that subscribe to one channel each and then stay idle; resolves when all have subscribed. */
export async function openIdleSockets(options: IdleSocketsOptions): Promise<{ close(): Promise<void> }> {
  const nextAddress = clientAddresses();
  const sockets = await openMany(options.count, (n) => openIdleSocket(options, n, nextAddress()));
  return {
    async close() {
      await Promise.all(sockets.map(closeSocket));
    },
  };
}

async function openIdleSocket(
  { url, tokens, channelIds, subscribeFrame }: IdleSocketsOptions,
  n: number,
  address: string,
): Promise<WebSocket> {
  const token = tokens[n % tokens.length] ?? '';
  const channelId = channelIds[n % channelIds.length] ?? '';
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  if (subscribeFrame === null) {
    await once(socket, 'open');
    return socket;
  }
  await once(socket, 'message');
  const answered = once(socket, 'message');
  socket.send(subscribeFrame(channelId));
  await answered;
  return socket;
}

async function closeSocket(socket: WebSocket): Promise<void> {
  const closed = once(socket, 'close');
  socket.close();
  await closed;
}
