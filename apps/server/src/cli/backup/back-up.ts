import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { backUp, type Summary, verifyBackup } from '@palaver/backup';
import { readConfig } from '../../config/config.js';
import { noteBackup } from '../../last-backup.js';
import { VERSION } from '../../version.js';
import { withDatabase } from '../open-database.js';
import { type Answer, CommandError, type Terminal } from '../terminal.js';
import { readLedgerFile } from './erasures.js';
import { explainFailure } from './failures.js';
import { openInput } from './input.js';
import { writeFile } from './output-file.js';
import { showProgress } from './progress-line.js';
import { describeContents, warnOfMissing } from './summary.js';

/** Writes a backup to a file, or to standard output for `-`. Null when the answer has no place on standard output. */
export async function backUpTo(file: string, terminal: Terminal): Promise<Answer | null> {
  const toStdout = file === '-';
  if (toStdout) refuseTerminal(terminal);
  const config = readConfig(terminal.env);
  const summary = await withDatabase(config, terminal, { ifMissing: 'refuse' }, ({ connection }) => {
    const progress = showProgress(terminal);
    const write = (output: Writable) =>
      backUp({
        connection,
        filesFolder: config.s3 === null ? join(config.dataDir, 'files') : null,
        version: VERSION,
        output,
        onProgress: progress.show,
      });
    return (toStdout ? write(terminal.stdout) : writeFile(file, write))
      .catch((error: unknown) => explainFailure(error, 'No backup was made.'))
      .finally(progress.end);
  });
  await noteBackup(config.dataDir, summary.takenAt);
  warnOfMissing(summary, terminal);
  if (config.s3 !== null) {
    terminal.stderr.write(
      `palaver: The files are in the bucket ${config.s3.bucket} and not in this backup. ` +
        'Keep its versions for as long as you keep backups.\n',
    );
  }
  const text = `Backed up ${describeContents(summary)}`;
  if (!toStdout) return { data: dataOf(summary), text: `${text}, to ${file}.` };
  terminal.stderr.write(`palaver: ${text}.\n`);
  return null;
}

/** Reads a whole backup and says what it has. */
export async function verifyFrom(
  file: string,
  erasuresFile: string | undefined,
  terminal: Terminal,
): Promise<Answer> {
  const ledger = erasuresFile === undefined ? null : await readLedgerFile(erasuresFile);
  const input = await openInput(file, terminal);
  const progress = showProgress(terminal);
  const summary = await verifyBackup(input, progress.show)
    .catch((error: unknown) => explainFailure(error, 'Do not rely on this backup.'))
    .finally(progress.end);
  warnOfMissing(summary, terminal);
  const since = ledger?.erasures.filter(({ createdAt }) => createdAt > summary.takenAt).length;
  const { takenAt, palaver, postgres } = summary;
  const text = `The backup of ${takenAt}, by Palaver ${palaver} on Postgres ${postgres}, is whole: ${describeContents(summary)}.`;
  if (since === undefined) return { data: dataOf(summary), text };
  return {
    data: { ...dataOf(summary), erasuresSince: since },
    text: `${text} ${since} erasures of the list are later: restore it with --erasures.`,
  };
}

/** What `--json` prints: without the columns, which only a restore needs. */
function dataOf({ tables: _, sequences: __, ...rest }: Summary): object {
  return rest;
}

function refuseTerminal({ stdout, env }: Terminal): void {
  if ('isTTY' in stdout && stdout.isTTY === true)
    throw new CommandError('OUTPUT_IS_A_TERMINAL', 'Send the backup to a file or a program: backup - > FILE');
  // npm would write its own lines into the archive.
  if (env.npm_lifecycle_event !== undefined && env.npm_config_loglevel !== 'silent') {
    throw new CommandError(
      'NPM_IS_NOT_SILENT',
      'npm prints lines of its own into the output: run "npm run --silent palaver -- backup -".',
    );
  }
}
