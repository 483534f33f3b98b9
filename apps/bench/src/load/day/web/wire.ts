import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { OnText } from '../../websocket/frames.js';
import { openSocketClient, type SocketClient } from '../../websocket/socket-client.js';

export interface Answer {
  readonly text: string;
}

/** How one person reaches the service. */
export interface Wire {
  get(path: string): Promise<Answer>;
  /** `keyed`: with an `Idempotency-Key`. */
  post(path: string, body: Body, keyed: boolean): Promise<Answer>;
  /** Resolves after `ready`. `onLost` hears why the socket has ended that was not closed here. */
  open(path: string, onText: OnText, onLost: (reason: string) => void): Promise<SocketClient>;
}

export interface Body {
  readonly type: string;
  readonly bytes: string | Buffer;
}

/** What all wires of a process have moved. */
export interface Traffic {
  /** In both directions, without what TCP adds. */
  bytes(): number;
}

/** Counts the bytes of each of its connections. */
class CountingAgent extends Agent implements Traffic {
  #ended = 0;
  readonly #open = new Set<Socket>();

  override createConnection(...args: Parameters<Agent['createConnection']>) {
    const socket = super.createConnection(...args);
    if (!(socket instanceof Socket)) throw new Error('A URL of plain HTTP has no socket.');
    this.#open.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#ended += bytesOf(socket);
    });
    return socket;
  }

  bytes(): number {
    return [...this.#open].reduce((sum, socket) => sum + bytesOf(socket), this.#ended);
  }
}

function bytesOf({ bytesRead, bytesWritten }: Socket): number {
  return bytesRead + bytesWritten;
}

/** Of all people together; a browser opens six. */
const CONNECTIONS = 300;

/** What the service is too busy for is sent again with the same key, as the client does. */
const RETRIES_MAX = 6;
const RETRY_WITHIN_MS = 500;

const agent = new CountingAgent({ keepAlive: true, maxSockets: CONNECTIONS });

/** The requests of all wires. Sockets are counted by those who open them. */
export const requestTraffic: Traffic = agent;

/** Everybody has an address of their own, as the rate limiter counts by address. */
export function wireOf(url: string, token: string, address: string): Wire {
  const { hostname, port } = new URL(url);
  const own = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  type Headers = Readonly<Record<string, string>>;
  const send = async (method: string, path: string, headers: Headers, body?: Body): Promise<Answer> => {
    for (let retry = 0; ; retry++) {
      const answer = await attempt(method, path, headers, body);
      if (answer.status < 300) return answer;
      const isPassing = answer.status === 429 || answer.status >= 500;
      if (!isPassing || retry === RETRIES_MAX)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
      await pause(Math.random() * RETRY_WITHIN_MS * 2 ** retry);
    }
  };
  const attempt = (method: string, path: string, headers: Headers, body?: Body) =>
    new Promise<Answer & { readonly status: number }>((resolve, reject) => {
      const all = {
        ...own,
        ...headers,
        ...(body && { 'content-type': body.type, 'content-length': Buffer.byteLength(body.bytes) }),
      };
      const sent = request({ agent, hostname, port, method, path, headers: all }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const { statusCode = 0 } = response;
          resolve({ status: statusCode, text: Buffer.concat(chunks).toString() });
        });
      });
      sent.once('error', (error) => {
        // The service has closed a connection that was quiet, just when it was to be used again.
        if (sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET')
          attempt(method, path, headers, body).then(resolve, reject);
        else reject(error);
      });
      sent.end(body?.bytes);
    });
  return {
    get: (path) => send('GET', path, {}),
    post: (path, body, keyed) =>
      send('POST', path, keyed ? { 'idempotency-key': randomBytes(16).toString('hex') } : {}, body),
    open: (path, onText, onLost) => {
      const connection = {
        url: `${url.replace('http', 'ws')}${path}`,
        headers: { 'x-forwarded-for': address },
        handshake: [{ until: '"ready"' }],
      };
      return openSocketClient(connection, onText, onLost);
    },
  };
}
