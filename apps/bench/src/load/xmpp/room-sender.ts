import type { WebSocket } from 'ws';
import { joinRoom, type RoomConnection } from './room-client.js';
import { roomAddress } from './room-handshake.js';

/** Sends a message to a room; resolves when the room has sent it back, and rejects when it was refused. */
export type SendToRoom = (body: string) => Promise<void>;

/** Joins a room to send messages there. */
export async function openRoomSender(connection: RoomConnection): Promise<SendToRoom> {
  return sender(await joinRoom(connection), roomAddress(connection), connection.account.username);
}

function sender(socket: WebSocket, address: string, username: string): SendToRoom {
  const waiting = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  let count = 0;
  socket.on('message', (data) => {
    const stanza = String(data);
    const [, id = ''] = /^<message[^>]*? id='([^']*)'/.exec(stanza) ?? [];
    const sent = waiting.get(id);
    if (sent === undefined) return;
    waiting.delete(id);
    if (/^<message[^>]*? type='error'/.test(stanza))
      sent.reject(new Error(`A message was refused: ${stanza}`));
    else sent.resolve();
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The connection to the room was closed.'));
  });
  return (body) => {
    count += 1;
    const id = `${username}-${count}`;
    const returned = new Promise<void>((resolve, reject) => waiting.set(id, { resolve, reject }));
    socket.send(`<message to="${address}" type="groupchat" id="${id}"><body>${body}</body></message>`);
    return returned;
  };
}
