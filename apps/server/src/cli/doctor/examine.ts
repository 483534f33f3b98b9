import type { Answer, Terminal } from '../terminal.js';
import type { Check } from './check.js';
import { checkConfiguration } from './configuration.js';
import { checkDataFolder } from './data-folder.js';
import { checkDatabase } from './database.js';
import { checkNetwork } from './network.js';
import { checkNode } from './node.js';

/** Runs all checks; the answer has failed when one of them has. */
export async function examine(terminal: Terminal): Promise<Answer> {
  const checks = await runChecks(terminal);
  const failed = checks.some(({ status }) => status === 'fail');
  return { data: { ok: !failed, checks }, text: checks.map(lineOf).join('\n'), failed };
}

async function runChecks(terminal: Terminal): Promise<Check[]> {
  const { checks, config } = checkConfiguration(terminal.env);
  return [
    checkNode(process.versions.node),
    ...checks,
    ...(await checkDataFolder(config)),
    ...(await checkDatabase(config, terminal)),
    ...(await checkNetwork(config, terminal.env.TRUSTED_PROXIES ?? '')),
  ];
}

function lineOf({ status, name, found, advice }: Check): string {
  const line = `${status.padEnd(4)}  ${name}: ${found}`;
  return advice === undefined ? line : `${line}\n      ${advice}`;
}
