import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { TOP } from './child.js';

const CLI = join(TOP, 'apps/server/dist/cli/main.js');

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
