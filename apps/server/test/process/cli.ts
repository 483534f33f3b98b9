import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { runCommand } from '../../src/cli/run-command.js';
import { TOP } from './child.js';

const CLI = join(TOP, 'apps/server/dist/palaver.js');

/** How a run of the CLI has ended. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the CLI as an operator does, with only this environment and nothing on its standard input but `input`. */
export function palaver(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Run> {
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [CLI, ...args],
      { cwd: TOP, env: { PATH, HOME, ...environment } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

/**
 * Runs a command in this process: a process of its own costs half a second, and differs in its start and its end alone, for
 * which `palaver` has tests.
 */
export async function command(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Run> {
  const [stdin, stdout, stderr] = [Readable.from([input]), new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommand(args, { env, stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const [said, complained] = await written;
  return { code, stdout: said, stderr: complained };
}

/** A run of the CLI whose streams the test holds. */
export interface RunningCli {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves with all that it has written, when it has ended. */
  readonly output: Promise<{ code: number | null; stdout: Buffer; stderr: string }>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts the CLI with only this environment. */
export function spawnPalaver(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): RunningCli {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [CLI, ...args], { cwd: TOP, env: { PATH, HOME, ...environment } });
  const ended = once(child, 'close');
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined);
  const output = Promise.all([
    ended,
    buffer(child.stdout).catch(() => Buffer.alloc(0)),
    text(child.stderr),
  ]).then(([[code], stdout, stderr]) => ({ code: Number(code), stdout, stderr }));
  return { stdin: child.stdin, stdout: child.stdout, output, kill: (signal) => child.kill(signal) };
}
