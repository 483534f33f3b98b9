import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SETUP_CODE_LIFETIME_MS, type SetupCode } from '@palaver/core';
import type { Logger } from 'pino';
import { operatorFolder } from './socket-path.js';

const FILE = 'setup-code';

/**
 * Shows the operator how the first admin is made: on a terminal with the code itself, else with the name of a file that
 * holds it. Logs are copied to many places, and the code is a secret. The returned function removes the file.
 */
export async function announceSetupCode(
  { text, ended }: SetupCode,
  {
    address,
    dataDir,
    log,
    terminal,
  }: {
    /** Where browsers reach the service. */
    readonly address: string;
    readonly dataDir: string;
    readonly log: Pick<Logger, 'info'>;
    readonly terminal: boolean;
  },
): Promise<() => Promise<void>> {
  if (terminal) {
    process.stderr.write(
      '\nThis service has no admin yet. Open this address within an hour to become it:\n' +
        // A browser sends the part after the # to nobody.
        `\n  ${address}/welcome#${text}\n\n` +
        'or run: npm run palaver -- users create NAME --admin\n\n',
    );
    return async () => {};
  }
  const path = join(operatorFolder(dataDir), FILE);
  await mkdir(operatorFolder(dataDir), { recursive: true, mode: 0o700 });
  await writeFile(path, `${text}\n`, { mode: 0o600 });
  const page = `${address}/welcome`;
  log.info(
    { path, page },
    'There is no admin yet; the one-time code to register one is in this file for an hour',
  );
  const remove = () => rm(path, { force: true });
  void ended.then(remove).catch(() => {});
  const timer = setTimeout(() => void remove().catch(() => {}), SETUP_CODE_LIFETIME_MS).unref();
  return async () => {
    clearTimeout(timer);
    await remove();
  };
}
