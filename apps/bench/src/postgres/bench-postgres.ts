import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@palaver/db/embedded';
import { type BenchDatabase, connectUnlimited, copyDatabase, openDatabase } from './database.js';
import { requireDurability } from './durability.js';

/** The Postgres of all targets: the one that Palaver starts for itself, with the same settings. */
export interface BenchPostgres {
  readonly pid: number;
  /** The loopback address for targets that cannot use Unix-domain sockets; passwords are the same. */
  readonly tcp: { readonly host: string; readonly port: number };
  readonly version: string;
  /** Creates an empty database, or a copy of `template`, which must have no users. A number is added to its name. */
  createDatabase(purpose: string, template?: BenchDatabase): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

/** Starts a Postgres below `folder`. Throws when its commits would not be durable. */
export async function startBenchPostgres(folder: string): Promise<BenchPostgres> {
  const dataDir = join(folder, 'postgres');
  const host = randomLoopbackAddress();
  const server = await startEmbeddedPostgres({
    dataDir,
    log: errorsOnly,
    // Several nodes, each with a pool.
    settings: { listen_addresses: host, max_connections: '300' },
  });
  const admin = connectUnlimited(server.connection, 1);
  const stop = async () => {
    await admin.end();
    await server.stop();
  };
  let created = 0;
  try {
    await requireDurability(admin);
    await allowLoopback(join(dataDir, 'cluster'), server.pid);
    const [row] = await admin<{ server_version: string }[]>`show server_version`;
    return {
      pid: server.pid,
      tcp: { host, port: server.connection.port },
      version: row?.server_version ?? 'unknown',
      async createDatabase(purpose, template) {
        created += 1;
        const name = `bench_${purpose}_${created}`;
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

/** Palaver's Postgres always uses the same port, so that two of them need different addresses. */
function randomLoopbackAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3));
  return `127.${a}.${b}.${1 + (c % 254)}`;
}

async function allowLoopback(cluster: string, postmaster: number): Promise<void> {
  await appendFile(join(cluster, 'pg_hba.conf'), 'host all all 127.0.0.0/8 scram-sha-256\n');
  // SIGHUP makes Postgres read the file again.
  process.kill(postmaster, 'SIGHUP');
}

const logError = (fields: Record<string, unknown>, message: string) => {
  process.stderr.write(`Postgres: ${message} ${JSON.stringify(fields)}\n`);
};
/** Without warnings: stopping a target cuts its connections, and Postgres logs each. */
const errorsOnly = { debug: () => {}, info: () => {}, warn: () => {}, error: logError };
