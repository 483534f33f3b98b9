import {
  arrayLiteral,
  chatSettings,
  type DatabaseHandle,
  migrationStatus,
  OLDEST_POSTGRES,
  TOO_OLD,
} from '@palaver/db';
import type { Config } from '../config/config.js';
import { mostConnections } from '../config/connections.js';
import { type Check, fail, ok, warn } from './check.js';
import { checkFiles } from './files.js';
import { checkLastBackup } from './last-backup.js';
import { checkSealed } from './secret-key.js';

type Sql = DatabaseHandle['sql'];

const SKEW_WARN_MS = 1_000;
const SKEW_FAIL_MS = 60_000;

/** Whether the database is what the service needs, and has what it stores. Changes nothing in it. */
export async function checkConnected(
  config: Config,
  { sql, db }: Pick<DatabaseHandle, 'sql' | 'db'>,
): Promise<Check[]> {
  const checks = [
    checkVersion,
    checkEncoding,
    checkMigrations,
    checkClock,
    (given: Sql) => checkConnections(given, config),
    checkDurability,
    checkAutovacuum,
  ];
  const found: Check[] = [];
  for (const check of checks) found.push(await check(sql));
  const { pending, unknown } = await migrationStatus(sql);
  if (pending.length + unknown > 0) return found;
  return [
    ...found,
    await checkSealed(config, db),
    await checkLastBackup(config.dataDir),
    ...(await checkFiles(config, db)),
  ];
}

async function checkVersion(sql: Sql): Promise<Check> {
  const [row] = await sql<{ number: number; text: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as text`;
  const { number = 0, text = '' } = row ?? {};
  if (number >= OLDEST_POSTGRES * 10_000) return ok('Postgres', text);
  return fail('Postgres', text, `Palaver needs Postgres ${OLDEST_POSTGRES} or newer.`);
}

async function checkEncoding(sql: Sql): Promise<Check> {
  const [row] = await sql<{ encoding: string }[]>`select current_setting('server_encoding') as encoding`;
  const encoding = row?.encoding ?? '';
  if (encoding === 'UTF8') return ok('Encoding', encoding);
  return fail(
    'Encoding',
    encoding,
    "Make the database again: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.",
  );
}

/** Pending migrations need a role that may make tables; with none pending, the service needs no such right. */
async function checkMigrations(sql: Sql): Promise<Check> {
  const { applied, pending, unknown, isTooOld } = await migrationStatus(sql);
  if (isTooOld) {
    const [found = '', remedy = ''] = TOO_OLD.split('\n');
    return fail('Migrations', `the database ${found}`, remedy);
  }
  if (unknown > 0) {
    return fail(
      'Migrations',
      `the database has ${unknown} of a newer release`,
      'Run that release, or restore a backup from before the upgrade.',
    );
  }
  if (pending.length === 0) return ok('Migrations', `all ${applied.length} are applied`);
  const count = `${pending.length} of ${applied.length + pending.length} are not applied`;
  if (await mayMigrate(sql)) {
    return warn('Migrations', count, 'The next start applies them, and so does: npm run palaver -- migrate');
  }
  return fail(
    'Migrations',
    `${count}, and the role of DATABASE_URL may not create tables`,
    'Run: npm run palaver -- migrate, with the DATABASE_URL of a role that may. Or as its owner, in this database: ' +
      'GRANT CREATE ON DATABASE … TO … ; GRANT CREATE ON SCHEMA public TO … (docs/operations.md).',
  );
}

async function mayMigrate(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ may: boolean }[]>`
    select has_schema_privilege('public', 'create')
      and has_database_privilege(current_database(), 'create') as may`;
  return row?.may ?? false;
}

/**
 * Sessions, tickets and events go by the database's clock; the lines of the log and the time in ids by that of this
 * machine.
 */
async function checkClock(sql: Sql): Promise<Check> {
  const before = Date.now();
  const [row] = await sql<{ ms: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  const skew = Math.round((row?.ms ?? 0) - (before + Date.now()) / 2);
  const text = `the database's differs by ${Math.abs(skew)} ms`;
  const advice = 'Synchronise the clocks of both machines, for example with chrony.';
  if (Math.abs(skew) > SKEW_FAIL_MS) return fail('Clock', text, advice);
  if (Math.abs(skew) > SKEW_WARN_MS) return warn('Clock', text, advice);
  return ok('Clock', text);
}

async function checkConnections(sql: Sql, config: Config): Promise<Check> {
  const most = mostConnections(config);
  const [row] = await sql<{ max: number }[]>`select current_setting('max_connections')::int as max`;
  const max = row?.max ?? 0;
  const text = `${max} allowed; the service opens ${most} at most`;
  if (max > most + 5) return ok('Connections', text);
  return warn('Connections', text, `Set max_connections of Postgres to ${most * 2} or more.`);
}

async function checkDurability(sql: Sql): Promise<Check> {
  const [row] = await sql<{ off: string }[]>`
    select concat_ws(', ',
      case when current_setting('fsync') = 'off' then 'fsync' end,
      case when current_setting('full_page_writes') = 'off' then 'full_page_writes' end,
      case when current_setting('synchronous_commit') = 'off' then 'synchronous_commit' end) as off`;
  const off = row?.off ?? '';
  if (off === '') return ok('Durability', 'a commit is on the disk before it is acknowledged');
  return fail(
    'Durability',
    `switched off in Postgres: ${off}`,
    'Switch them on: otherwise a power failure loses acknowledged messages.',
  );
}

async function checkAutovacuum(sql: Sql): Promise<Check> {
  return autovacuumOf(
    await sql<ServerSetting[]>`
      select name, setting::int as value, current_setting(name) as text from pg_settings
      where name = any(${arrayLiteral([...RARENESS.keys()])}::text[])`,
  );
}

interface ServerSetting {
  readonly name: string;
  /** In its own unit, which is the second for times. */
  readonly value: number;
  readonly text: string;
}

/** How rarely the embedded Postgres looks at its tables. */
const RARENESS: ReadonlyMap<string, string> = new Map(
  Object.entries(chatSettings).filter(([name]) => name.startsWith('autovacuum')),
);

/** After each look at a table that changes often, all connections plan their statements again. */
export function autovacuumOf(settings: readonly ServerSetting[]): Check {
  // A negative one is never.
  const isTooOften = ({ name, value }: ServerSetting) =>
    value >= 0 && value < Number.parseInt(RARENESS.get(name) ?? '', 10);
  const found = settings.filter(isTooOften).map(({ name, text }) => `${name} = ${text}`);
  const pause = settings.find(({ name }) => name === 'autovacuum_naptime');
  if (found.length === 0) return ok('Autovacuum', `looks at the tables every ${pause?.text}`);
  const wanted = [...RARENESS].map(([name, value]) => `${name} = ${value}`);
  return warn('Autovacuum', found.join(', '), `Set ${wanted.join(', ')} (docs/operations.md says why).`);
}
