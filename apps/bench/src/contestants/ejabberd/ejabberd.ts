import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contestant } from '../../harness/contestant.js';
import type { BenchDatabase } from '../../harness/database.js';
import { freePort, startProcess, untilAnswers } from '../../harness/processes.js';
import type { Bench } from '../../harness/workload.js';
import { type Ledger, openLedger } from '../chat-service.js';
import { DOMAIN, ejabberdConfig } from './config.js';
import { type EjabberdInstallation, findEjabberd } from './installation.js';

export interface Account {
  readonly username: string;
  readonly password: string;
}

export interface Ejabberd extends Contestant {
  readonly domain: string;
  readonly accounts: readonly Account[];
  readonly database: BenchDatabase;
  /** Of the rooms' archive. */
  readonly ledger: Ledger;
}

/** Starts ejabberd with its archive in a database of its own, and accounts; null, with a note, where there is none. */
export async function startEjabberd(bench: Bench, accountCount: number): Promise<Ejabberd | null> {
  const installation = await findEjabberd();
  if (installation === null) {
    bench.note('ejabberd is left out: it is not installed here (Debian: ejabberd and erlang-p1-pgsql).');
    return null;
  }
  bench.uses('ejabberd', installation.version);
  const database = bench.keep(await bench.postgres.createDatabase('ejabberd'));
  await database.sql.unsafe(installation.schema);
  const accounts = await createAccounts(database, accountCount);
  const running = await startNode(bench, installation, database);
  const ledger = await openLedger(() => countArchived(database));
  return { ...running, domain: DOMAIN, accounts, database, ledger };
}

/** An Erlang node that nobody can connect to, with its configuration and files in a folder of the run. */
async function startNode(
  bench: Bench,
  { libraries }: EjabberdInstallation,
  database: BenchDatabase,
): Promise<Contestant> {
  const folder = await mkdtemp(join(bench.folder, 'ejabberd-'));
  const port = await freePort();
  const config = join(folder, 'ejabberd.yml');
  await writeFile(config, ejabberdConfig(port, bench.postgres.tcp, database), { mode: 0o600 });
  const args = ['-noinput', '+Bi', '+P', '250000', '-mnesia', 'dir', `"${join(folder, 'mnesia')}"`];
  const running = bench.keep(
    startProcess('erl', [...args, '-s', 'ejabberd'], {
      ERL_LIBS: libraries,
      EJABBERD_CONFIG_PATH: config,
      EJABBERD_LOG_PATH: join(folder, 'ejabberd.log'),
      ERL_CRASH_DUMP: join(folder, 'crash.dump'),
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(running, `${url}/ws`);
  return { name: 'ejabberd', url, pid: running.pid, stop: running.stop };
}

async function createAccounts({ sql }: BenchDatabase, count: number): Promise<Account[]> {
  const accounts = Array.from({ length: count }, (_, n) => ({
    username: `person-${n}`,
    password: 'password',
  }));
  await sql`insert into users ${sql(accounts)}`;
  return accounts;
}

async function countArchived({ sql }: BenchDatabase): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from archive`;
  return row?.count ?? 0;
}
