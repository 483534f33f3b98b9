import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Somebody in a chat room of XMPP (XEP-0045). */
export interface Occupant {
  /** Resolves when the message came back from the room; rejects when it was refused. */
  say(body: string): Promise<void>;
}

export interface Entry {
  readonly url: string;
  readonly domain: string;
  readonly account: { readonly username: string; readonly password: string };
  readonly room: string;
}

/** Enters a room to speak there. */
export async function enterRoom(entry: Entry): Promise<Occupant> {
  return speaker(await openRoom(entry), addressOf(entry), entry.account.username);
}

/** Signs in over a WebSocket (RFC 7395) and enters a room, which is made if there is none. */
export async function openRoom(entry: Entry): Promise<WebSocket> {
  const { url, domain, account } = entry;
  const { username, password } = account;
  const socket = new WebSocket(url, 'xmpp', { perMessageDeflate: false });
  await once(socket, 'open');
  const open = `<open xmlns="urn:ietf:params:xml:ns:xmpp-framing" to="${domain}" version="1.0"/>`;
  const secret = Buffer.from(`\0${username}\0${password}`).toString('base64');
  await ask(socket, open, '<stream:features');
  const sasl = 'xmlns="urn:ietf:params:xml:ns:xmpp-sasl"';
  await ask(socket, `<auth ${sasl} mechanism="PLAIN">${secret}</auth>`, '<success');
  await ask(socket, open, '<stream:features');
  const bind = '<bind xmlns="urn:ietf:params:xml:ns:xmpp-bind"/>';
  await ask(socket, `<iq type="set" id="bind">${bind}</iq>`, "type='result'");
  const muc = '<x xmlns="http://jabber.org/protocol/muc"><history maxstanzas="0"/></x>';
  // The subject is the last thing that somebody who enters is told.
  await ask(socket, `<presence to="${addressOf(entry)}/${username}">${muc}</presence>`, '<subject');
  return socket;
}

export function addressOf({ room, domain }: Entry): string {
  return `${room}@conference.${domain}`;
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
