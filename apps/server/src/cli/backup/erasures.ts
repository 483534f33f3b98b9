import { readFile } from 'node:fs/promises';
import { type Ledger, parseLedger, readLedger } from '@palaver/backup';
import { readConfig } from '../../config/config.js';
import { withDatabase } from '../open-database.js';
import { type Answer, CommandError, type Terminal } from '../terminal.js';
import { explainFailure } from './failures.js';
import { writeFile } from './output-file.js';

/** Writes what has been erased, for a restore of a backup from before. */
export async function writeErasures(
  file: string,
  since: string | undefined,
  terminal: Terminal,
): Promise<Answer> {
  const from = since === undefined ? null : instantOf(since);
  const ledger = await withDatabase(
    readConfig(terminal.env),
    terminal,
    { ifMissing: 'refuse' },
    ({ connection }) =>
      readLedger(connection, from).catch((error: unknown) => explainFailure(error, 'Nothing was written.')),
  );
  await writeFile(
    file,
    (output) =>
      new Promise<void>((resolve, reject) => {
        output.once('error', reject).end(`${JSON.stringify(ledger, null, 2)}\n`, () => resolve());
      }),
  );
  const count = ledger.erasures.length;
  return { data: { erasures: count, writtenAt: ledger.writtenAt }, text: `${file} has ${count} erasures.` };
}

function instantOf(text: string): Date {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime()))
    throw new CommandError(
      'INVALID_DATE',
      '--since takes a date, such as 2026-03-01 or 2026-03-01T12:00:00Z.',
    );
  return instant;
}

/** Reads such a file. */
export async function readLedgerFile(file: string): Promise<Ledger> {
  return readFile(file, 'utf8')
    .then(parseLedger)
    .catch((error: unknown) => explainFailure(error, `${file} was not read, and nothing was done.`));
}
