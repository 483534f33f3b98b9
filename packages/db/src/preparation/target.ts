import type { Sql } from 'postgres';
import type { DatabaseConnection } from '../connection.js';
import { readDatabaseUrl, writeDatabaseUrl } from '../connection-hosts.js';

/** What a sentence to an operator calls the database. */
export interface Target {
  /** Without the password; names `DATABASE_URL` where it comes from there. */
  readonly address: string;
  readonly role: string;
  readonly database: string;
}

export function targetOf(connection: DatabaseConnection, { options }: Sql): Target {
  // The driver has read the URL, with its defaults.
  return { address: addressOf(connection), role: options.user, database: options.database };
}

function addressOf(connection: DatabaseConnection): string {
  if (!('url' in connection)) return connection.host;
  const { url, hosts } = readDatabaseUrl(connection.url);
  url.password = '';
  const socket = url.searchParams.get('host');
  // Other parameters may be secret.
  url.search = '';
  if (socket !== null) url.searchParams.set('host', socket);
  return `${writeDatabaseUrl({ url, hosts })} (DATABASE_URL)`;
}

/** A name as it stands in a statement that an operator pastes. */
export function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
