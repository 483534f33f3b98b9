import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Longer than a node takes with the longest drain of a test or a try. */
const KILL_AFTER_MS = 30_000;

/**
 * A program that was started.
 * @typedef {object} Running
 * @property {number} pid
 * @property {() => boolean} hasEnded
 * @property {(signal: NodeJS.Signals) => void} kill
 * @property {() => Promise<void>} stop Sends SIGTERM, and SIGKILL after 30 seconds; resolves when the program has ended.
 */

/**
 * Starts a program in `folder`, with its output in `NAME.log` there and with this environment alone. It is in a session
 * of its own, so that Ctrl-C reaches only this process, which stops the programs in their order. It is killed when this
 * process exits.
 * @param {string} name
 * @param {readonly [string, ...string[]]} command
 * @param {{ readonly folder: string, readonly env?: Readonly<Record<string, string>> }} options
 * @returns {Running}
 */
export function run(name, [program, ...args], { folder, env = {} }) {
  const log = openSync(join(folder, `${name}.log`), 'a', 0o600);
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', log, log],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} cannot be started.`);
  const killAtExit = () => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const ended = once(child, 'exit').then(() => process.off('exit', killAtExit));
  return {
    pid,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: (signal) => void child.kill(signal),
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(killAtExit, KILL_AFTER_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

/**
 * Whether a program is on the PATH.
 * @param {string} program
 */
export function isInstalled(program) {
  return spawnSync(program, ['-v']).error === undefined;
}

/**
 * Ports of loopback that were free a moment ago: HAProxy must know those of the nodes before they listen.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  const ports = [];
  for (const probe of probes) {
    if (!probe.listening) await once(probe, 'listening');
    const address = probe.address();
    ports.push(typeof address === 'object' && address !== null ? address.port : 0);
  }
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return ports;
}
