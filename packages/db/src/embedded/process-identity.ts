import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * When a process was started, as text to compare; undefined when it does not run. Two processes that had the same pid
 * one after the other differ in it, so that a pid in a file can be trusted together with it.
 */
export async function processStartTime(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return await ps(pid, 'lstart=');
  const stat = await read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name (field 2), in parentheses, may contain spaces and parentheses; the state (field 3) comes after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  const boot = (await read('/proc/sys/kernel/random/boot_id')) ?? '';
  return `${boot.trim()}:${fields[19]}`;
}

/** The command line of a process, arguments joined by spaces; undefined when it does not run. */
export async function commandLine(pid: number): Promise<string | undefined> {
  // World-readable, unlike /proc/<pid>/cwd, which root in a container may not read of another user's process.
  if (process.platform === 'linux') return (await read(`/proc/${pid}/cmdline`))?.replaceAll('\0', ' ');
  return await ps(pid, 'command=');
}

async function read(path: string): Promise<string | undefined> {
  return await readFile(path, 'utf8').catch(() => undefined);
}

async function ps(pid: number, column: string): Promise<string | undefined> {
  const result = await run('ps', ['-ww', '-o', column, '-p', String(pid)]).catch(() => undefined);
  return result?.stdout.trim() || undefined;
}
