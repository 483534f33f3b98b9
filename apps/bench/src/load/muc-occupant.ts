import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type MucEntry, mucDialogue, roomAddress } from './muc-dialogue.js';

/** Somebody in a chat room of XMPP (XEP-0045). */
export interface Occupant {
  /** Resolves when the message came back from the room; rejects when it was refused. */
  say(body: string): Promise<void>;
}

export interface Entry extends MucEntry {
  readonly url: string;
}

/** Enters a room to speak there. */
export async function enterRoom(entry: Entry): Promise<Occupant> {
  return speaker(await openRoom(entry), roomAddress(entry), entry.account.username);
}

/** Signs in and enters a room, which is made if there is none. */
export async function openRoom(entry: Entry): Promise<WebSocket> {
  const socket = new WebSocket(entry.url, 'xmpp', { perMessageDeflate: false });
  await once(socket, 'open');
  for (const { say, until } of mucDialogue(entry)) await ask(socket, say, until);
  return socket;
}

function speaker(socket: WebSocket, address: string, username: string): Occupant {
  const waiting = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  let count = 0;
  socket.on('message', (data) => {
    const stanza = String(data);
    const [, id = ''] = /^<message[^>]*? id='([^']*)'/.exec(stanza) ?? [];
    const own = waiting.get(id);
    if (own === undefined) return;
    waiting.delete(id);
    if (/^<message[^>]*? type='error'/.test(stanza))
      own.reject(new Error(`A message was refused: ${stanza}`));
    else own.resolve();
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The connection to the room was closed.'));
  });
  return {
    say(body) {
      count += 1;
      const id = `${username}-${count}`;
      const came = new Promise<void>((resolve, reject) => waiting.set(id, { resolve, reject }));
      socket.send(`<message to="${address}" type="groupchat" id="${id}"><body>${body}</body></message>`);
      return came;
    },
  };
}

/** Sends and waits for a stanza that contains `wanted`, over whatever else comes. */
function ask(socket: WebSocket, stanza: string, wanted: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const listen = (data: WebSocket.RawData) => {
      const text = String(data);
      if (!text.includes(wanted) && !/<failure|type='error'/.test(text)) return;
      socket.off('message', listen);
      if (text.includes(wanted)) resolve();
      else reject(new Error(`${stanza} was answered ${text}`));
    };
    socket.on('message', listen);
    socket.send(stanza);
  });
}
