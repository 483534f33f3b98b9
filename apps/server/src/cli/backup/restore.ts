import { restore } from '@palaver/backup';
import { readConfig } from '../../config/config.js';
import { withDatabase } from '../open-database.js';
import { type Answer, CommandError, type Terminal } from '../terminal.js';
import { readLedgerFile } from './erasures.js';
import { explainFailure } from './failures.js';
import { openInput } from './input.js';
import { showProgress } from './progress-line.js';
import { describeContents, warnOfMissing } from './summary.js';

/** Restores the backup in a file, or from standard input for `-`, into the configured database and data folder. */
export async function restoreFrom(
  file: string,
  erasuresFile: string | undefined,
  terminal: Terminal,
): Promise<Answer> {
  const config = readConfig(terminal.env);
  const erasures = erasuresFile === undefined ? undefined : await readLedgerFile(erasuresFile);
  const input = await openInput(file, terminal);
  const summary = await withDatabase(config, terminal, { ifMissing: 'create' }, ({ connection, from }) => {
    if (from === 'running')
      throw new CommandError('SERVICE_IS_RUNNING', 'The service is running: stop it first.');
    const progress = showProgress(terminal);
    return restore({ connection, dataDir: config.dataDir, input, erasures, onProgress: progress.show })
      .catch((error: unknown) => explainFailure(error, 'Nothing was restored.'))
      .finally(progress.end);
  });
  if (summary === null) {
    return { data: { finished: true }, text: 'An earlier restore had read everything; now it is finished.' };
  }
  warnOfMissing(summary, terminal);
  const { takenAt, rows, files } = summary;
  return {
    data: { takenAt, rows, files },
    text: `Restored ${describeContents(summary)}, as of ${takenAt}: start the service now.`,
  };
}
