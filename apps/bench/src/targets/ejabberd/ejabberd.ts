import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../../harness/workload.js';
import type { Account } from '../../load/xmpp/room-jobs.js';
import type { BenchDatabase } from '../../postgres/database.js';
import { freePort, startTarget } from '../start-target.js';
import { countRows, createStorageCheck, type StorageCheck } from '../storage-check.js';
import type { Target } from '../target.js';
import { DOMAIN, ejabberdConfig } from './config.js';
import { type EjabberdInstallation, findEjabberd } from './installation.js';

/** The path of the WebSocket (RFC 7395). */
export const SOCKET_PATH = '/ws';

export interface Ejabberd extends Target {
  readonly domain: string;
  readonly accounts: readonly Account[];
  readonly database: BenchDatabase;
  /** Checks the archive of the rooms. */
  readonly storageCheck: StorageCheck;
}

/** Starts ejabberd with a database of its own and accounts. Where it is not installed: null, with a note in the results. */
export async function startEjabberd(bench: Bench, accountCount: number): Promise<Ejabberd | null> {
  const installation = await findEjabberd();
  if (installation === null) {
    bench.addNote('ejabberd is left out: it is not installed here (Debian: ejabberd and erlang-p1-pgsql).');
    return null;
  }
  bench.recordVersion('ejabberd', installation.version);
  const database = bench.stopAtEnd(await bench.postgres.createDatabase('ejabberd'));
  await database.sql.unsafe(installation.schema);
  const accounts = await createAccounts(database, accountCount);
  const running = bench.stopAtEnd(await startNode(bench, installation, database));
  const storageCheck = await createStorageCheck(() => countRows(database, 'archive'));
  return { ...running, domain: DOMAIN, accounts, database, storageCheck };
}

/** Starts an Erlang node without distribution, with its configuration and files in a folder of the run. */
async function startNode(
  bench: Bench,
  { libraries }: EjabberdInstallation,
  database: BenchDatabase,
): Promise<Target> {
  const folder = await mkdtemp(join(bench.folder, 'ejabberd-'));
  const port = await freePort();
  const config = join(folder, 'ejabberd.yml');
  await writeFile(config, ejabberdConfig(port, bench.postgres.tcp, database), { mode: 0o600 });
  const args = ['-noinput', '+Bi', '+P', '250000', '-mnesia', 'dir', `"${join(folder, 'mnesia')}"`];
  return startTarget({
    name: 'ejabberd',
    command: 'erl',
    args: [...args, '-s', 'ejabberd'],
    env: {
      ERL_LIBS: libraries,
      EJABBERD_CONFIG_PATH: config,
      EJABBERD_LOG_PATH: join(folder, 'ejabberd.log'),
      ERL_CRASH_DUMP: join(folder, 'crash.dump'),
    },
    port,
    readyPath: SOCKET_PATH,
  });
}

async function createAccounts({ sql }: BenchDatabase, count: number): Promise<Account[]> {
  const accounts = Array.from({ length: count }, (_, n) => ({
    username: `person-${n}`,
    password: 'password',
  }));
  await sql`insert into users ${sql(accounts)}`;
  return accounts;
}
