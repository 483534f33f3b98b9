import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DatabaseConnection } from '@palaver/db';

const TOP = fileURLToPath(new URL('../../../..', import.meta.url));
const MAIN = join(TOP, 'apps/server/dist/main.js');

/** Brings `dist` up to date, so that what runs is what the sources say. */
export async function build(): Promise<void> {
  await promisify(execFile)(join(TOP, 'node_modules/.bin/tsc'), ['-b', 'apps/server'], { cwd: TOP });
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

/** A process of the service, as an operator runs it. */
export interface Child {
  /** Everything it has written so far. */
  readonly output: { readonly stdout: string; readonly stderr: string };
  readonly exited: Promise<Exit>;
  /** The first log line that `matches`, waiting for it. Rejects with the output when the process ends before. */
  line(matches: (line: LogLine) => boolean): Promise<LogLine>;
  lines(): LogLine[];
  /** Where it listens, once it does. */
  url(): Promise<string>;
  kill(signal: NodeJS.Signals): void;
}

const children = new Set<ChildProcess>();

/** Starts `node apps/server/dist/main.js` with this environment and nothing else. */
export function start(environment: Readonly<Record<string, string>>): Child {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, PORT: '0', ...environment };
  const child = spawn(process.execPath, [MAIN], { cwd: TOP, env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  const output = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      wake();
    });
  }
  let ended = false;
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      children.delete(child);
      ended = true;
      resolve({ code, signal });
      wake();
    });
  });
  const lines = () => linesOf(output.stdout);
  const line: Child['line'] = (matches) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = lines().find(matches);
        if (found === undefined && !ended) return;
        waiting.delete(look);
        if (found) resolve(found);
        else reject(new Error(`The process ended without that line:\n${output.stdout}${output.stderr}`));
      };
      waiting.add(look);
      look();
    });
  return {
    output,
    exited,
    lines,
    line,
    url: async () => (await line(listens)).msg.replace(LISTENS, ''),
    kill: (signal) => child.kill(signal),
  };
}

const LISTENS = 'Palaver listens on ';
const listens = ({ msg }: LogLine) => msg?.startsWith(LISTENS);

/** The whole lines of a log. Throws for one that is no JSON. */
function linesOf(stdout: string): LogLine[] {
  const whole = stdout.split('\n').slice(0, -1);
  return whole.map((text) => JSON.parse(text));
}

/** The process id of the Postgres of a data folder; null when none is running. */
export async function postgresOf(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isNaN(pid) || !isAlive(pid) ? null : pid;
}

/** How to reach the Postgres of a data folder while it runs. */
export async function connectionOf(dataDir: string): Promise<DatabaseConnection> {
  const password = (await readFile(join(dataDir, 'postgres/password'), 'utf8')).trim();
  const host = join(dataDir, 'postgres/run');
  return { host, port: 5432, user: 'palaver', password, database: 'palaver' };
}

/** Ends what a failed test has left behind. */
export async function endLeftovers(dataDirs: readonly string[]): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
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
