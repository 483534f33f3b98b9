import { connect, type Socket } from 'node:net';
import { frameReader, type OnText, textFrame } from './frames.js';

/** Any key will do: nobody here is a browser. */
const KEY = 'cGFsYXZlci1iZW5jaC0xNg==';
const HEAD_END = '\r\n\r\n';

/** Characters of what a service said before it ended a dialogue. */
const MOST_HEARD = 300;

/** How a contestant's socket is entered. Everything in it can be handed to another process. */
export interface Entrance {
  /** `ws://127.0.0.1:3000/api/ws` */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What to say, and what is then awaited before the next; `say` is left out where the service begins. */
  readonly dialogue: readonly { readonly say?: string; readonly until: string }[];
}

/** A socket that listens. */
export interface Listener {
  say(text: string): void;
  close(): void;
}

/**
 * Enters and resolves when the dialogue is over; `onText` gets every frame that is not part of it. Rejects when the
 * upgrade is refused; `onLost` is called when the socket ends later and was not closed here.
 */
export function listenAt(
  { url, headers, dialogue }: Entrance,
  onText: OnText,
  onLost: (reason: string) => void,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname, search } = new URL(url);
    const socket = connect(Number(port), hostname);
    let over = false;
    const lose = (reason: string) => {
      if (over) return;
      over = true;
      socket.destroy();
      reject(new Error(`${reason}, having said ${conversation.heard() || 'nothing'}`));
      onLost(reason);
    };
    const listener = {
      say: (text: string) => void socket.write(textFrame(text)),
      close: () => {
        over = true;
        socket.destroy();
      },
    };
    const conversation = talk(dialogue, listener, onText, () => resolve(listener));
    const read = frameReader({
      onText: conversation.hear,
      answer: (pong) => socket.write(pong),
      onEnd: lose,
    });
    socket.setNoDelay(true);
    socket.on('error', (error) => lose(error.message));
    socket.on('close', () => lose('the connection ended'));
    socket.write(upgrade(`${pathname}${search}`, { ...headers, host: `${hostname}:${port}` }));
    afterUpgrade(socket, read, conversation.begin, lose);
  });
}

function upgrade(target: string, headers: Readonly<Record<string, string>>): string {
  const all = {
    ...headers,
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-version': '13',
    'sec-websocket-key': KEY,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}${HEAD_END}`;
}

function afterUpgrade(
  socket: Socket,
  read: (chunk: Buffer) => void,
  begin: () => void,
  lose: (reason: string) => void,
): void {
  let head = Buffer.alloc(0);
  const onHead = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf(HEAD_END);
    if (end === -1) return;
    socket.off('data', onHead);
    if (!head.toString('latin1', 0, 12).endsWith(' 101')) {
      lose(`the upgrade was answered ${head.toString('latin1', 9, end)}`);
      return;
    }
    socket.on('data', read);
    begin();
    if (end + HEAD_END.length < head.length) read(head.subarray(end + HEAD_END.length));
  };
  socket.on('data', onHead);
}

interface Conversation {
  readonly begin: () => void;
  readonly hear: OnText;
  /** The last of what was not what is awaited now: why it ended, as a rule. */
  readonly heard: () => string;
}

/** Leads the dialogue; once it is over, every frame is `onText`'s. */
function talk(
  dialogue: Entrance['dialogue'],
  listener: Listener,
  onText: OnText,
  onOver: () => void,
): Conversation {
  let step = -1;
  let heard = '';
  const next = () => {
    step++;
    heard = '';
    const line = dialogue[step];
    if (line === undefined) onOver();
    else if (line.say !== undefined) listener.say(line.say);
  };
  return {
    begin: next,
    hear: (bytes, start, end) => {
      const line = dialogue[step];
      if (line === undefined) {
        onText(bytes, start, end);
        return;
      }
      const text = bytes.toString('utf8', start, end);
      if (text.includes(line.until)) next();
      else heard = `${heard}${text}`.slice(-MOST_HEARD);
    },
    heard: () => heard,
  };
}
