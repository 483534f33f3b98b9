import type { Summary } from '@palaver/backup';
import type { Terminal } from '../terminal.js';

/** What a backup has, in a few words. */
export function describeContents({ rows, files, fileBytes }: Summary): string {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const { users = 0, messages = 0 } = rows;
  return `${all} rows (${users} accounts, ${messages} messages) and ${files} files of ${megabytes(fileBytes)} in all`;
}

/** A file that is not there was lost before; the backup of what is left is worth having. */
export function warnOfMissing({ missing }: Summary, { stderr }: Terminal): void {
  if (missing.files === 0) return;
  stderr.write(
    `palaver: ${missing.files} files that rows name were not there: ${missing.examples.join(', ')}. ` +
      'Restore them from an earlier backup.\n',
  );
}

/** Bytes as a number of megabytes, for people. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
