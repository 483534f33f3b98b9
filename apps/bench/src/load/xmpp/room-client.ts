import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type RoomLogin, roomHandshake } from './room-handshake.js';

export interface RoomConnection extends RoomLogin {
  /** The URL of the WebSocket. */
  readonly url: string;
}

/** Signs in and joins a room, which is created if there is none. */
export async function joinRoom(connection: RoomConnection): Promise<WebSocket> {
  const socket = new WebSocket(connection.url, 'xmpp', { perMessageDeflate: false });
  await once(socket, 'open');
  for (const { send, until } of roomHandshake(connection)) await exchange(socket, send, until);
  return socket;
}

/** Sends a stanza and waits for one that contains `until`. Rejects for an error. */
function exchange(socket: WebSocket, stanza: string, until: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const receive = (data: WebSocket.RawData) => {
      const text = String(data);
      if (!text.includes(until) && !/<failure|type='error'/.test(text)) return;
      socket.off('message', receive);
      if (text.includes(until)) resolve();
      else reject(new Error(`${stanza} was answered with ${text}`));
    };
    socket.on('message', receive);
    socket.send(stanza);
  });
}
