import {
  type ChildProcess,
  type ChildProcessByStdio,
  execFile,
  type SpawnOptions,
  spawn,
  spawnSync,
} from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DatabaseConnection } from '@palaver/db';

/** The top of the checkout. */
export const TOP = fileURLToPath(new URL('../../../..', import.meta.url));
const MAIN = join(TOP, 'apps/server/dist/main.js');

let built: Promise<unknown> | undefined;

/** Bundles the service, once in a worker, so that the sources are what runs. */
export async function build(): Promise<void> {
  built ??= promisify(execFile)(process.execPath, [join(TOP, '.ci/bundle-service.mjs')]);
  await built;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A line of the log. */
export interface LogLine {
  readonly msg: string;
  readonly level: number;
  readonly requestId?: string;
  readonly [field: string]: unknown;
}

/** A process of the service, started as an operator starts it. */
export interface Child {
  /** Everything that it has written so far. */
  readonly output: { readonly stdout: string; readonly stderr: string };
  readonly exited: Promise<Exit>;
  /** Resolves with the first log line that `matches`. Rejects with the output if the process ends without it. */
  line(matches: (line: LogLine) => boolean): Promise<LogLine>;
  lines(): LogLine[];
  /** Resolves with its address when it listens. */
  url(): Promise<string>;
  kill(signal: NodeJS.Signals): void;
}

const children = new Map<ChildProcess, Child['output']>();

/** Starts `node apps/server/dist/main.js` with only this environment; `user` is one that root may start it as. */
export function start(environment: Environment, user: User = {}): Child {
  return startProgram(MAIN, environment, user);
}

/** Starts the built service in a folder, such as another release. */
export function startRelease(folder: string, environment: Environment): Child {
  return startProgram(join(folder, 'apps/server/dist/main.js'), environment);
}

function startProgram(program: string, environment: Environment, user: User = {}): Child {
  const child = run(process.execPath, [program], environment, user);
  return childOf(child, (signal) => child.kill(signal));
}

/**
 * Starts `npm start` without the step that installs and builds. `kill` sends a signal to npm and the service at the same
 * time, as a terminal does, and npm passes its own on.
 */
export function startWithNpm(environment: Environment): Child {
  const child = run('npm', ['start', '--silent', '--ignore-scripts'], environment, { detached: true });
  return childOf(child, (signal) => {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  });
}

type User = Pick<SpawnOptions, 'uid' | 'gid'>;

/** A user whom modes bind, unlike root; null where nobody but root can read the checkout. */
export function ordinaryUser(): User | null {
  if (process.getuid?.() !== 0) return {};
  const nobody = { uid: 65_534, gid: 65_534 };
  const { status } = spawnSync(process.execPath, ['--check', MAIN], nobody);
  return status === 0 ? nobody : null;
}

type Environment = Readonly<Record<string, string>>;

/** The service gives a stop ten seconds, and the answer to a statement seven, which a busy machine may take longer for. */
const PATIENT = { NODE_OPTIONS: `--import=${new URL('./patient-timers.mjs', import.meta.url).href}` };

function run(command: string, args: readonly string[], environment: Environment, options: SpawnOptions = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, PORT: '0', ...PATIENT, ...environment };
  return spawn(command, args, { ...options, cwd: TOP, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

function childOf(child: ChildProcessByStdio<null, Readable, Readable>, kill: Child['kill']): Child {
  const output = { stdout: '', stderr: '' };
  children.set(child, output);
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      notify();
    });
  }
  let ended = false;
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      children.delete(child);
      ended = true;
      resolve({ code, signal });
      notify();
    });
  });
  const lines = () => linesOf(output.stdout);
  const line: Child['line'] = (matches) =>
    new Promise((resolve, reject) => {
      const check = () => {
        const found = lines().find(matches);
        if (found === undefined && !ended) return;
        listeners.delete(check);
        if (found) resolve(found);
        else reject(new Error(`The process ended without such a line:\n${output.stdout}${output.stderr}`));
      };
      listeners.add(check);
      check();
    });
  return {
    output,
    exited,
    lines,
    line,
    url: async () => (await line(listens)).msg.replace(LISTENS, ''),
    kill,
  };
}

const LISTENS = 'Palaver listens on ';
const listens = ({ msg }: LogLine) => msg?.startsWith(LISTENS);

/** The complete lines of a log. Throws for a line that is not JSON. */
function linesOf(stdout: string): LogLine[] {
  const complete = stdout.split('\n').slice(0, -1);
  return complete.map((text) => JSON.parse(text));
}

/** The process id of the Postgres that runs on a data folder; null for none. */
export async function postgresOf(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isNaN(pid) || !isAlive(pid) ? null : pid;
}

/** The connection to the Postgres that runs on a data folder. */
export async function connectionOf(dataDir: string): Promise<DatabaseConnection> {
  const password = (await readFile(join(dataDir, 'postgres/password'), 'utf8')).trim();
  const host = join(dataDir, 'postgres/run');
  return { host, port: 5432, user: 'palaver', password, database: 'palaver' };
}

/** What the processes have written that run now: why a test that waits for one of them has failed. */
export function outputOfLiving(): string {
  return [...children.values()].map(({ stdout, stderr }) => stdout + stderr).join('\n');
}

/** Kills the processes that a failed test has left behind. */
export async function killLeftovers(dataDirs: readonly string[]): Promise<void> {
  for (const child of children.keys()) child.kill('SIGKILL');
  for (const dataDir of dataDirs) {
    const pid = await postgresOf(dataDir);
    if (pid !== null) process.kill(pid, 'SIGQUIT');
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
