import { createServer, type RequestListener, type Server } from 'node:http';
import {
  type AppRouter,
  appRouter,
  createCallerFactory,
  createContext,
  DEFAULT_QUOTAS,
  type Hub,
  type Quotas,
  type RunningServices,
} from '@palaver/core';
import { createDatabase, type DatabaseHandle } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import type { ClientOptions } from 'ws';
import { answeredInOrder } from '../http/answered-in-order.js';
import { requestSchemes } from '../rate-limit/request-scheme.js';
import { parseTrustedProxies } from '../rate-limit/trusted-proxies.js';
import { listen } from '../testing/listen.js';
import { type AttachedRealtime, attachRealtime } from './attach.js';
import type { RealtimeOptions } from './options.js';
import { bearer, Client } from './socket-client.fixture.js';
import { adjustableClock, servicesOn } from './socket-services.fixture.js';

// Its type is written by name, as it is too long to be written out.
const createCaller: AppRouter['createCaller'] = createCallerFactory(appRouter);
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
  const http = createServer(answeredInOrder(listener));
  const port = await listen(http);
  const clock = adjustableClock();
  const services = await servicesOn(database, clock, port, { ...DEFAULT_QUOTAS, ...quotas });
  const { hub } = services;
  const realtime = attachRealtime(http, {
    services,
    identify: (req) => {
      req.id = '';
      req.log = (level, fields, message) => services.log[level](fields, message);
    },
    limitUpgrade: (_req, _socket, pass) => pass(),
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
