import postgres from 'postgres';
import { readDatabaseUrl, writeDatabaseUrl } from './connection-hosts.js';

/** The address of a database and the credentials for it. `host` may be a folder that holds a Unix-domain socket. */
export type DatabaseConnection =
  | { url: string }
  | { host: string; port: number; user: string; password: string; database: string };

/**
 * In seconds: how long a query waits for a connection, and a connection for an answer (the patched driver's fixes 6 and
 * 7).
 */
interface Patience {
  readonly queue_timeout?: number;
  readonly answer_timeout?: number;
}

/** What the driver takes for itself in `listen`, and its types leave out. */
interface Notified {
  readonly onnotify?: (channel: string, payload: string) => void;
}

export type ConnectOverrides = postgres.Options<Record<string, postgres.PostgresType>> & Patience & Notified;

/**
 * In milliseconds. Requests wait in our queue, not in Postgres: a statement that waits for a lock for two seconds, or
 * runs for five, fails and frees its connection.
 */
const sessionLimits = {
  lock_timeout: 2_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 5_000,
};

/**
 * A named statement is planned once per connection. Postgres' default would plan statements that take lists again for
 * each length of the list, which takes longer than running them.
 */
const planning = { plan_cache_mode: 'force_generic_plan' };

/**
 * Half of 0.1 s to 0.1 s and a half between two attempts of one connection. The driver's own wait grows to 20 s, and the
 * query that needs the connection waits as long.
 */
const reconnectSeconds = () => 0.1 * (0.5 + Math.random());

/** Opens a bounded pool. Every session has our time limits; `overrides` win, also inside `connection`. */
export function connect(connection: DatabaseConnection, overrides: ConnectOverrides = {}): postgres.Sql {
  const options: ConnectOverrides = {
    max: 10,
    connect_timeout: 5,
    backoff: reconnectSeconds,
    // The driver's look-up of array types rejects with nobody to catch it when a new connection is lost at once, which
    // ends the process. Nothing here needs it: statements have their lists as literals.
    fetch_types: false,
    onnotice: () => {},
    ...overrides,
    connection: { application_name: 'palaver', ...sessionLimits, ...planning, ...overrides.connection },
  };
  const address = 'url' in connection ? fromSocketUrl(connection.url) : connection;
  if (address === undefined && 'url' in connection) return postgres(connection.url, options);
  return postgres({ ...options, ...address });
}

/** The URL of a connection, in a form that libpq reads too, to pass it to another process. */
export function connectionUrl(connection: DatabaseConnection): string {
  if ('url' in connection) return connection.url;
  const onSocket = connection.host.startsWith('/');
  const url = new URL(`postgresql://${onSocket ? 'localhost' : connection.host}:${connection.port}`);
  url.username = encodeURIComponent(connection.user);
  url.password = encodeURIComponent(connection.password);
  url.pathname = encodeURIComponent(connection.database);
  if (onSocket) url.searchParams.set('host', connection.host);
  return url.href;
}

/** The same connection, to another database of the same server. */
export function withDatabase(connection: DatabaseConnection, database: string): DatabaseConnection {
  if (!('url' in connection)) return { ...connection, database };
  const { url, hosts } = readDatabaseUrl(connection.url);
  url.pathname = encodeURIComponent(database);
  return { url: writeDatabaseUrl({ url, hosts }) };
}

/** `?host=/folder` is how libpq names a Unix-domain socket in a URL; the driver would ignore it. */
function fromSocketUrl(text: string): Exclude<DatabaseConnection, { url: string }> | undefined {
  const { url } = readDatabaseUrl(text);
  const host = url.searchParams.get('host');
  if (!host?.startsWith('/')) return undefined;
  return {
    host,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
  };
}
