import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@palaver/db/embedded';
import { type BenchDatabase, connectUnlimited, copyDatabase, openDatabase, type Sql } from './database.js';

/** Without these an acknowledged message could be lost, and a benchmark would compare nothing. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** The Postgres of all contestants: the one that the product starts for itself, with its settings. */
export interface BenchPostgres {
  readonly pid: number;
  /** For contestants that know no Unix-domain sockets: where it listens on loopback TCP, with the same passwords. */
  readonly tcp: { readonly host: string; readonly port: number };
  readonly version: string;
  /** Makes an empty database, or a copy of one that nobody uses; a number is added to its name. */
  createDatabase(purpose: string, template?: BenchDatabase): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

/** Starts it in a folder of its own. Throws when commits would not be durable. */
export async function startBenchPostgres(folder: string): Promise<BenchPostgres> {
  const dataDir = join(folder, 'postgres');
  const host = process.platform === 'linux' ? ownLoopbackAddress() : '127.0.0.1';
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, settings: { listen_addresses: host } });
  const admin = connectUnlimited(server.connection, 1);
  const stop = async () => {
    await admin.end();
    await server.stop();
  };
  let made = 0;
  try {
    await requireDurability(admin);
    await allowLoopback(join(dataDir, 'cluster'), server.pid);
    const [row] = await admin<{ server_version: string }[]>`show server_version`;
    return {
      pid: server.pid,
      tcp: { host, port: server.connection.port },
      version: row?.server_version ?? 'unknown',
      async createDatabase(purpose, template) {
        made += 1;
        const name = `bench_${purpose}_${made}`;
        await copyDatabase(admin, name, template?.connection.database ?? 'template1');
        return openDatabase(admin, { ...server.connection, database: name });
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The product's Postgres always takes the same port, so that two of them need different addresses. */
function ownLoopbackAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3));
  return `127.${a}.${b}.${1 + (c % 254)}`;
}

async function allowLoopback(cluster: string, postmaster: number): Promise<void> {
  await appendFile(join(cluster, 'pg_hba.conf'), 'host all all 127.0.0.0/8 scram-sha-256\n');
  // It reads the file again.
  process.kill(postmaster, 'SIGHUP');
}

async function requireDurability(sql: Sql): Promise<void> {
  for (const [setting, wanted] of Object.entries(DURABLE)) {
    const [row] = await sql<{ value: string }[]>`select current_setting(${setting}) as value`;
    if (row?.value !== wanted) throw new Error(`Postgres runs with ${setting} = ${row?.value}.`);
  }
}

const complain = (fields: Record<string, unknown>, message: string) => {
  process.stderr.write(`Postgres: ${message} ${JSON.stringify(fields)}\n`);
};
// Its warnings tell of connections cut off when a contestant is stopped.
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: complain };
