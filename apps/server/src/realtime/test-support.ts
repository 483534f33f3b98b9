import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  appRouter,
  type Clock,
  createCallerFactory,
  createContext,
  createLocalBus,
  createPasswordHasher,
  createServices,
  DEFAULT_LIMITS,
  DEFAULT_QUOTAS,
  type Hub,
  type Quotas,
  type Resources,
  type RunningServices,
  type ServiceFrame,
  type Services,
} from '@palaver/core';
import { validatedFrame } from '@palaver/core/testing';
import { createDatabase, type DatabaseHandle } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import { expect } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { inTurn } from '../http/in-turn.js';
import { requestSchemes } from '../rate-limit/request-scheme.js';
import { parseTrustedProxies } from '../rate-limit/trusted-proxies.js';
import { type AttachedRealtime, attachRealtime } from './attach.js';
import type { RealtimeOptions } from './options.js';

const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
export const PASSWORD = 'correct horse battery staple';

export interface Person {
  readonly id: string;
  readonly token: string;
  readonly call: Caller;
}

/** An HTTP server with the sockets attached, on a database of its own. */
export interface SocketServer {
  readonly port: number;
  readonly http: Server;
  readonly services: RunningServices;
  readonly sql: DatabaseHandle['sql'];
  readonly hub: Hub;
  readonly realtime: AttachedRealtime;
  /** Advances the service's clock. */
  advance(milliseconds: number): void;
  person(username: string): Promise<Person>;
  bot(owner: Person, username: string): Promise<Person>;
  /** Opens a socket and does not wait for it. */
  open(path: string, options?: ClientOptions): Client;
  /** Opens a socket as this person and waits until it is ready. */
  ready(person: Person): Promise<Client>;
  close(): Promise<void>;
}

export async function startSocketServer(
  { quotas, ...options }: Partial<RealtimeOptions> & { readonly quotas?: Partial<Quotas> } = {},
  listener: RequestListener = (_req, res) => res.end('plain'),
): Promise<SocketServer> {
  const testDatabase = await createTestDatabase();
  const database = createDatabase(testDatabase.connection, { max: 10 });
  const http = createServer(inTurn(listener));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  // The address of a TCP server is an object.
  const { port } = http.address() as AddressInfo;
  const clock = adjustableClock();
  const services = await servicesOn(database.db, clock, port, { ...DEFAULT_QUOTAS, ...quotas });
  const { hub } = services;
  const realtime = attachRealtime(http, {
    services,
    identify: (req) => {
      req.id = '';
      req.log = (level, fields, message) => services.log[level](fields, message);
    },
    limitUpgrade: () => true,
    schemeOf: requestSchemes(parseTrustedProxies('127.0.0.0/8')),
    allowedOrigins: ['https://app.example'],
    ...options,
  });
  const clients = new Set<Client>();
  const as = (token: string | null) => createCaller(createContext(services, { ...REQUEST, token }));
  const open = (path: string, clientOptions: ClientOptions = {}) => {
    const client = new Client(`ws://127.0.0.1:${port}${path}`, clientOptions);
    clients.add(client);
    return client;
  };
  return {
    port,
    http,
    services,
    sql: database.sql,
    hub,
    realtime,
    advance: clock.advance,
    person: async (username) => {
      const { token, user } = await as(null).auth.register({ username, password: PASSWORD });
      return { id: user.id, token, call: as(token) };
    },
    bot: async (owner, username) => {
      const { bot, token } = await owner.call.bots.create({ username });
      return { id: bot.id, token, call: as(token) };
    },
    open,
    ready: async ({ token }) => {
      const client = open('/api/ws', bearer(token));
      await client.until({ type: 'ready' });
      return client;
    },
    close: async () => {
      for (const client of clients) client.ws.terminate();
      await realtime.close();
      await new Promise((resolve) => http.close(resolve));
      await services.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}

const REQUEST = { requestId: 'test', userAgent: null, idempotencyKey: null };

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

function adjustableClock(): Clock & { advance(milliseconds: number): void } {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    advance: (milliseconds) => {
      offset += milliseconds;
    },
  };
}

async function servicesOn(
  db: Services['db'],
  clock: Clock,
  port: number,
  quotas: Quotas,
): Promise<RunningServices> {
  const noFiles = () => {
    throw new Error('these tests store no files');
  };
  const resources: Resources = {
    db,
    bus: createLocalBus(),
    clock,
    files: {
      temporaryPath: noFiles,
      adopt: noFiles,
      write: noFiles,
      size: noFiles,
      read: noFiles,
      remove: noFiles,
      list: noFiles,
      freeBytes: noFiles,
    },
    log: {
      error: (fields) => expect.unreachable(String(JSON.stringify(fields))),
      warn: () => {},
      info: () => {},
    },
    passwords: await createPasswordHasher(),
    settings: {
      publicUrl: `http://127.0.0.1:${port}`,
      registration: 'open',
      sessionIdleDays: 30,
      sessionMaxDays: 180,
      eventRetentionDays: 7,
      quotas,
      limits: DEFAULT_LIMITS,
    },
  };
  return createServices(resources, { tickMs: 50 });
}

/** How an upgrade was refused. */
export interface Refusal {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** The client's end of a socket. Keeps all frames that it receives, each validated against its schema. */
export class Client {
  readonly ws: WebSocket;
  readonly frames: ServiceFrame[] = [];
  readonly #closed: Promise<number>;
  readonly #refused: Promise<Refusal>;

  constructor(url: string, options: ClientOptions) {
    this.ws = new WebSocket(url, options);
    this.ws.on('error', () => {});
    this.ws.on('message', (data) => this.frames.push(validatedFrame(String(data))));
    this.#closed = new Promise((resolve) => this.ws.once('close', resolve));
    this.#refused = new Promise((resolve) => {
      this.ws.once('unexpected-response', async (_req, res) => resolve(await readRefusal(res)));
    });
  }

  send(type: string, data: object = {}): void {
    this.ws.send(JSON.stringify({ type, data }));
  }

  /** Waits for a frame that has at least these fields. */
  async until(frame: object): Promise<void> {
    await expect
      .poll(() => this.frames, { interval: 5, timeout: 10_000 })
      .toContainEqual(expect.objectContaining(frame));
  }

  async subscribe(channelIds: readonly string[], since?: Readonly<Record<string, number>>): Promise<void> {
    this.send('subscribe', { channelIds, ...(since ? { since } : {}) });
    await this.until({ type: 'subscribed' });
  }

  messages(): string[] {
    return this.frames.flatMap((frame) => (frame.type === 'message.created' ? [frame.data.content] : []));
  }

  async untilMessage(content: string): Promise<void> {
    await expect.poll(() => this.messages().at(-1), { interval: 5, timeout: 20_000 }).toBe(content);
  }

  /** Resolves with the close code when the socket is closed. */
  closed(): Promise<number> {
    return this.#closed;
  }

  refused(): Promise<Refusal> {
    return this.#refused;
  }

  codes(): string[] {
    return this.frames.flatMap((frame) => (frame.type === 'error' ? [frame.data.code] : []));
  }
}

async function readRefusal(res: IncomingMessage): Promise<Refusal> {
  let text = '';
  for await (const chunk of res) text += String(chunk);
  return { status: res.statusCode ?? 0, headers: res.headers, body: JSON.parse(text) };
}

/** The headers of a WebSocket's handshake. */
export const HANDSHAKE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

/** Sends a request byte for byte and returns everything that is received until the server closes the connection. */
export function rawRequest(
  port: number,
  head: string,
  headers: readonly string[] = HANDSHAKE,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp(port, '127.0.0.1', () =>
      socket.write(`${[head, ...headers].join('\r\n')}\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.once('close', () => resolve(text));
    socket.once('error', reject);
  });
}

/** The raw socket of a WebSocket that has just been opened. */
export function rawSocket(port: number, path: string, token: string | null): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const credential = token === null ? [] : [`Authorization: Bearer ${token}`];
    const lines = [`GET ${path} HTTP/1.1`, 'Host: x', ...credential, ...HANDSHAKE];
    const socket = connectTcp(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.once('data', () => resolve(socket));
    socket.once('error', reject);
  });
}
