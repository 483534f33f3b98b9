import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect as connectSocket, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { connect, type DatabaseConnection } from '../connection.js';
import { ClientStatements } from './client-statements.js';
import { ServerMessages } from './server-messages.js';

/** A TCP proxy before a real Postgres that does what networks and crashes do. */
export interface FaultProxy {
  /** The database, through the proxy. */
  readonly connection: DatabaseConnection;
  /** Resets connections, and new ones at once, until `restore`: all, or those whose `application_name` is chosen. */
  cut(chosen?: (name: string) => boolean): void;
  /** Lets nothing pass, in either direction, until `restore`: on all connections, or on the chosen ones as with `cut`. */
  pause(chosen?: (name: string) => boolean): void;
  restore(): void;
  /**
   * The next answer whose command tag matches (`COMMIT`, `INSERT 0 1`) is lost: the connection is reset in its place.
   * The promise resolves when that has happened. `within`: only in a transaction one of whose statements matches this,
   * as other work of the service commits too.
   */
  loseAnswer(tag: RegExp, within?: RegExp): Promise<void>;
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
  let fault: Fault | null = null;
  let limit: number | null = null;
  let resets = 0;
  let loss: Loss | null = null;

  const reset = (pair: Pair) => {
    if (!pairs.delete(pair)) return;
    resets++;
    pair.client.resetAndDestroy();
    pair.server.destroy();
  };
  const inject = (pair: Pair) => {
    if (fault === null || (fault.chosen && (pair.name === null || !fault.chosen(pair.name)))) return;
    if (fault.kind === 'cut') reset(pair);
    else pausePair(pair);
  };
  const start = (begun: Fault) => {
    fault = begun;
    for (const pair of [...pairs]) inject(pair);
  };
  /** Whether the message is lost, and with it the connection. */
  const isLost = (tag: string | null, statements: ClientStatements) => {
    if (tag === null || !loss?.tag.test(tag)) return false;
    const { within } = loss;
    if (within && !statements.ofTransaction.some((sql) => within.test(sql))) return false;
    loss.done();
    loss = null;
    return true;
  };

  // Messages are written one by one: with Nagle's algorithm most round trips would wait 40 ms for an acknowledgement.
  const listener = createServer({ noDelay: true }, (client) => {
    const server = connectSocket({ ...address, noDelay: true });
    const pair: Pair = { client, server, name: null, isPaused: false };
    pairs.add(pair);
    const messages = new ServerMessages();
    const statements = new ClientStatements();
    let left = limit;
    client.on('error', () => {});
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
    server.on('close', () => {
      pairs.delete(pair);
      // Nobody reads from the client any more, so its end would not be seen.
      client.destroySoon();
    });
    if (left === 0) return reset(pair);
    client.once('data', (startup) => {
      pair.name = applicationName(startup);
      inject(pair);
    });
    client.on('data', (bytes) => statements.read(bytes));
    client.pipe(server);
    server.on('data', (bytes) => {
      for (const { message, tag } of messages.read(bytes)) {
        if (isLost(tag, statements)) return reset(pair);
        client.write(message);
        if (left !== null && --left === 0) return reset(pair);
      }
    });
    inject(pair);
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
    cut: (chosen) => start({ kind: 'cut', chosen }),
    pause: (chosen) => start({ kind: 'paused', chosen }),
    restore: () => {
      fault = null;
      for (const pair of pairs) if (pair.isPaused) resumePair(pair);
    },
    loseAnswer: (tag, within) =>
      new Promise((done) => {
        loss = { tag, within, done };
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

interface Loss {
  readonly tag: RegExp;
  readonly within: RegExp | undefined;
  readonly done: () => void;
}

interface Fault {
  readonly kind: 'cut' | 'paused';
  readonly chosen: ((name: string) => boolean) | undefined;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** The client's `application_name`; null until it has sent one. */
  name: string | null;
  isPaused: boolean;
}

/** The name in a StartupMessage, whose parameters are pairs of strings that end with a zero byte. */
function applicationName(startup: Buffer): string {
  const parameters = startup.subarray(8).toString().split('\0');
  return parameters[parameters.indexOf('application_name') + 1] ?? '';
}

function pausePair(pair: Pair): void {
  pair.isPaused = true;
  pair.client.unpipe(pair.server);
  pair.client.pause();
  pair.server.pause();
}

function resumePair(pair: Pair): void {
  pair.isPaused = false;
  pair.client.pipe(pair.server);
  pair.server.resume();
}

/** Where the server listens, and the credentials; the driver knows how to read a URL. */
function serverOf(database: DatabaseConnection) {
  const { options } = connect(database, { max: 1 });
  const { path, host, port, user, pass, database: name } = options;
  const address: NetConnectOpts = path ? { path } : { host: host[0] ?? '127.0.0.1', port: port[0] ?? 5432 };
  return { address, user, password: String(pass ?? ''), database: name };
}
