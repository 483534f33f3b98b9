import type { Check } from '../../doctor/check.js';
import { checkDataFolder } from '../../doctor/data-folder.js';
import { checkDependencies } from '../../doctor/dependencies.js';
import { checkAddress, checkPort, checkProxies, isRunning } from '../../doctor/network.js';
import { checkNode } from '../../doctor/node.js';
import { checkReachable } from '../../doctor/public-address.js';
import type { Answer, Terminal } from '../terminal.js';
import { checkConfiguration } from './configuration.js';
import { checkDatabase } from './database.js';

/** Runs all checks; the answer has failed when one of them has. */
export async function examine(terminal: Terminal): Promise<Answer> {
  const checks = await runChecks(terminal);
  const failed = checks.some(({ status }) => status === 'fail');
  return { data: { ok: !failed, checks }, text: checks.map(lineOf).join('\n'), failed };
}

async function runChecks(terminal: Terminal): Promise<Check[]> {
  const { checks, config } = checkConfiguration(terminal.env);
  const runs = await isRunning(config);
  const { publicUrl } = config;
  return [
    checkNode(process.versions.node),
    ...checks,
    ...(await checkDataFolder(config)),
    ...(await checkDatabase(config, terminal)),
    await checkPort(config, runs),
    ...checkAddress(config),
    // An address without a service behind it says nothing about the proxy.
    ...(publicUrl !== null && runs ? await checkReachable(publicUrl) : []),
    ...checkProxies(config),
    ...(await checkDependencies(config)),
  ];
}

function lineOf({ status, name, found, advice }: Check): string {
  const line = `${status.padEnd(4)}  ${name}: ${found}`;
  return advice === undefined ? line : `${line}\n      ${advice}`;
}
