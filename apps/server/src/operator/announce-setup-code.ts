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
    dataDir,
    log,
    terminal,
  }: { readonly dataDir: string; readonly log: Pick<Logger, 'info'>; readonly terminal: boolean },
): Promise<() => Promise<void>> {
  if (terminal) {
    process.stderr.write(
      `\nThis service has no admin yet. Register one within an hour with "setupCode": "${text}",\n` +
        'or run: npm run palaver -- users create NAME --admin\n\n',
    );
    return async () => {};
  }
  const path = join(operatorFolder(dataDir), FILE);
  await mkdir(operatorFolder(dataDir), { recursive: true, mode: 0o700 });
  await writeFile(path, `${text}\n`, { mode: 0o600 });
  log.info({ path }, 'There is no admin yet; the one-time code to register one is in this file for an hour');
  const remove = () => rm(path, { force: true });
  void ended.then(remove).catch(() => {});
  const timer = setTimeout(() => void remove().catch(() => {}), SETUP_CODE_LIFETIME_MS).unref();
  return async () => {
    clearTimeout(timer);
    await remove();
  };
}
