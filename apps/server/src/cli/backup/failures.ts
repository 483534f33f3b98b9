import { CommandError } from '../terminal.js';

/** What an error of the system or the driver means here, by its code. */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The quota of the disk is used up.',
  EPIPE: 'The program that reads the output has ended.',
  ECONNREFUSED: 'Postgres does not answer.',
  CONNECTION_CLOSED: 'The connection to the database was lost.',
  CONNECTION_DESTROYED: 'The connection to the database was lost.',
  CONNECT_TIMEOUT: 'Postgres does not answer.',
  ECONNRESET: 'The connection to the database was lost.',
  '57P01': 'Postgres was stopped.',
};

/** Throws the failure as a sentence, followed by what the operator has now. */
export function explainFailure(error: unknown, outcome: string): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = SENTENCES[code] ?? (error instanceof Error ? error.message : String(error));
  throw new CommandError('FAILED', `${message.replace(/\.?$/, '.')} ${outcome}`, { cause: error });
}
