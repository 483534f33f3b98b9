import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect as connectSocket, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { connect, type DatabaseConnection } from '../connection.js';
import { ServerMessages } from './server-messages.js';

/** A TCP proxy before a real Postgres that does what networks and crashes do. */
export interface FaultProxy {
  /** The database, through the proxy. */
  readonly connection: DatabaseConnection;
  /** Resets all connections, and new ones at once, until `restore`. */
  cut(): void;
  /** Lets nothing pass, in either direction, until `restore`. */
  pause(): void;
  restore(): void;
  /**
   * The next answer whose command tag matches (`COMMIT`, `INSERT 0 1`) is lost: the connection is reset in its place. The
   * promise resolves when that has happened.
   */
  loseAnswer(tag: RegExp): Promise<void>;
  /** Connections that are opened from now on are reset after this many messages of the server; null for never. */
  cutAfter(messages: number | null): void;
  /** How many connections have been reset. */
  readonly resets: number;
  close(): Promise<void>;
}

/** Opens a proxy on a port of its own. */
export async function createFaultProxy(database: DatabaseConnection): Promise<FaultProxy> {
  const { address, ...credentials } = serverOf(database);
  const pairs = new Set<Pair>();
  let state: 'open' | 'cut' | 'paused' = 'open';
  let limit: number | null = null;
  let resets = 0;
  let loss: { readonly tag: RegExp; readonly done: () => void } | null = null;

  const reset = (pair: Pair) => {
    if (!pairs.delete(pair)) return;
    resets++;
    pair.client.resetAndDestroy();
    pair.server.destroy();
  };
  /** Whether the message is lost, and with it the connection. */
  const isLost = (tag: string | null) => {
    if (tag === null || !loss?.tag.test(tag)) return false;
    loss.done();
    loss = null;
    return true;
  };

  const listener = createServer((client) => {
    const pair = { client, server: connectSocket(address) };
    pairs.add(pair);
    const { server } = pair;
    const messages = new ServerMessages();
    let left = limit;
    client.on('error', () => {});
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
    server.on('close', () => {
      pairs.delete(pair);
      // Nobody reads from the client any more, so its end would not be seen.
      client.destroySoon();
    });
    if (state === 'cut' || left === 0) return reset(pair);
    client.pipe(server);
    server.on('data', (bytes) => {
      for (const { message, tag } of messages.read(bytes)) {
        if (isLost(tag)) return reset(pair);
        client.write(message);
        if (left !== null && --left === 0) return reset(pair);
      }
    });
    if (state === 'paused') pausePair(pair);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // The address of a server on TCP is an object.
  const { port } = listener.address() as AddressInfo;

  return {
    connection: { ...credentials, host: '127.0.0.1', port },
    get resets() {
      return resets;
    },
    cut: () => {
      state = 'cut';
      for (const pair of [...pairs]) reset(pair);
    },
    pause: () => {
      state = 'paused';
      for (const pair of pairs) pausePair(pair);
    },
    restore: () => {
      // Whoever is not paused passes its data already.
      if (state === 'paused') for (const pair of pairs) resumePair(pair);
      state = 'open';
    },
    loseAnswer: (tag) =>
      new Promise((done) => {
        loss = { tag, done };
      }),
    cutAfter: (messages) => {
      limit = messages;
    },
    close: async () => {
      for (const pair of [...pairs]) reset(pair);
      listener.close();
      await once(listener, 'close');
    },
  };
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

function pausePair({ client, server }: Pair): void {
  client.unpipe(server);
  client.pause();
  server.pause();
}

function resumePair({ client, server }: Pair): void {
  client.pipe(server);
  server.resume();
}

/** Where the server listens, and the credentials; the driver knows how to read a URL. */
function serverOf(database: DatabaseConnection) {
  const { options } = connect(database, { max: 1 });
  const { path, host, port, user, pass, database: name } = options;
  const address: NetConnectOpts = path ? { path } : { host: host[0] ?? '127.0.0.1', port: port[0] ?? 5432 };
  return { address, user, password: String(pass ?? ''), database: name };
}
