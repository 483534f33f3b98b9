import type { Sql } from 'postgres';
import { DatabaseRefusal } from './refusal.js';
import { quoted, type Target } from './target.js';

/** The oldest Postgres with `NULLS NOT DISTINCT`, which the schema needs. */
export const OLDEST_POSTGRES = 15;

/** Throws `DatabaseRefusal` for a Postgres that is too old, and for a database that cannot hold every character. */
export async function requireServer(sql: Sql, { address, role, database }: Target): Promise<void> {
  const [row] = await sql<
    { version: string; encoding: string }[]
  >`select current_setting('server_version') as version, current_setting('server_encoding') as encoding`;
  const { version = '', encoding } = row ?? {};
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES) {
    throw new DatabaseRefusal(
      `Palaver needs Postgres ${OLDEST_POSTGRES} or newer; at ${address} is version ${version}.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new DatabaseRefusal(
      `The database at ${address} has the encoding ${encoding}, which cannot hold every message; Palaver needs UTF8.\n` +
        `Use another database: CREATE DATABASE ${quoted(`${database}_utf8`)} OWNER ${quoted(role)} ENCODING 'UTF8' TEMPLATE template0;`,
    );
  }
}
