import { once } from 'node:events';
import { constants, lstat, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { PostgresBinaries } from './binaries.js';
import { chownTree, hasCode, syncFolder } from './files.js';
import { clusterArgument, type Launcher, launch } from './launcher.js';
import type { Layout } from './layout.js';
import type { ServerSettings } from './settings.js';

/** The name of our role, which is not a superuser, and of its database. */
export const ROLE = 'palaver';

/** Makes sure that there is a cluster which `launcher` can run; returns our role's password. */
export async function ensureCluster(
  binaries: PostgresBinaries,
  launcher: Launcher,
  layout: Layout,
  settings: ServerSettings,
): Promise<string> {
  const found = await lstat(layout.cluster).catch(() => undefined);
  if (found === undefined) return await createCluster(launcher, layout, settings);
  const password = await readPassword(layout);
  await refuseOtherMajor(layout, binaries.major);
  if (found.uid !== launcher.owner.uid) await chownTree(layout.cluster, launcher.owner);
  return password;
}

/** The cluster is made under another name and then renamed, so that it is either absent or complete. */
async function createCluster(launcher: Launcher, layout: Layout, settings: ServerSettings): Promise<string> {
  await removeDrafts(layout);
  const password = await createPassword(layout);
  const draft = await mkdtemp(`${layout.cluster}.new-`);
  await chownTree(draft, launcher.owner);
  await initdb(launcher, draft, settings);
  await requirePasswords(draft);
  await runSingleUser(launcher, draft, [
    `ALTER ROLE postgres PASSWORD '${password}'`,
    `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}' IN ROLE pg_monitor`,
    `CREATE DATABASE ${ROLE} OWNER ${ROLE}`,
  ]);
  await rename(draft, layout.cluster);
  await syncFolder(layout.dataDir);
  return password;
}

async function removeDrafts(layout: Layout): Promise<void> {
  const drafts = (await readdir(layout.dataDir)).filter((name) =>
    name.startsWith(`${basename(layout.cluster)}.new-`),
  );
  await Promise.all(drafts.map((name) => rm(join(layout.dataDir, name), { recursive: true, force: true })));
}

async function createPassword(layout: Layout): Promise<string> {
  const password = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');
  await rm(layout.password, { force: true });
  await writeFile(layout.password, password, { mode: 0o600, flag: 'wx', flush: true });
  return password;
}

/** Our role's password. Throws when its file is missing. */
export async function readPassword(layout: Layout): Promise<string> {
  return await readFile(layout.password, 'utf8').catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
    throw new Error(
      `There is a database in ${layout.cluster}, but the file with its password, ${layout.password}, is missing.`,
    );
  });
}

/** The locale is built into Postgres, so that an update of the system's C library cannot change the order of an index. */
async function initdb(launcher: Launcher, cluster: string, settings: ServerSettings): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const options = ['--data-checksums', '--username=postgres', '--auth=trust', '--no-instructions'];
  const sync = settings.fsync === 'off' ? ['--no-sync'] : [];
  const args = ['-D', clusterArgument(launcher, cluster), ...locale, ...options, ...sync];
  await runToEnd(launcher, 'initdb', args, cluster, '');
}

/** initdb could do this only with a password file that its user may read. */
async function requirePasswords(cluster: string): Promise<void> {
  // The cluster's user could have put a link there, through which root would write.
  const flags = constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW;
  const file = await open(join(cluster, 'pg_hba.conf'), flags);
  try {
    await file.writeFile(
      '# No TCP, and a password for everybody on the socket.\nlocal all all scram-sha-256\n',
    );
    await file.sync();
  } finally {
    await file.close();
  }
}

async function runSingleUser(launcher: Launcher, cluster: string, statements: string[]): Promise<void> {
  const args = ['--single', '-D', clusterArgument(launcher, cluster), 'postgres'];
  const output = await runToEnd(
    launcher,
    'postgres',
    args,
    cluster,
    statements.map((s) => `${s}\n`).join(''),
  );
  if (/ERROR:|FATAL:|PANIC:/.test(output))
    throw new Error(`Postgres could not set up its database: ${output}`);
}

async function runToEnd(
  launcher: Launcher,
  program: 'initdb' | 'postgres',
  args: string[],
  cwd: string,
  input: string,
): Promise<string> {
  // In its own session, so that Ctrl-C in the terminal does not end it: a start that is to stop is completed first.
  const child = launch(launcher, program, args, { cwd, stdio: ['pipe', 'ignore', 'pipe'], detached: true });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  child.stdin?.on('error', () => {}).end(input);
  const [errors, [code, signal]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    // `once` rejects if the program cannot be started.
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`${program} ended with ${code ?? signal}: ${errors.trim()}`);
  return errors;
}

async function refuseOtherMajor({ cluster }: Layout, major: string): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (made === major) return;
  throw new Error(
    `The database in ${cluster} was made by Postgres ${made}. This version of Palaver brings Postgres ${major}, which ` +
      'cannot open it. Make a backup with the version of Palaver that used it last (npm run palaver -- backup FILE), and ' +
      'restore it with this version into a new DATA_DIR (docs/operations.md, Another major version of Postgres).',
  );
}
