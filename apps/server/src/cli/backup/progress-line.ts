import type { OnProgress } from '@palaver/backup';
import type { Terminal } from '../terminal.js';
import { megabytes } from './summary.js';

const EVERY_MS = 200;
/** Goes back to the beginning of the line and clears it (ECMA-48, EL). */
const CLEAR_LINE = '\r\u001b[K';

/** Shows on one line of a terminal how far a backup or restore is; elsewhere, for example in a log of cron, nothing. */
export function showProgress({ stderr }: Terminal): { show: OnProgress; end: () => void } {
  if (!('isTTY' in stderr && stderr.isTTY === true)) return { show: () => undefined, end: () => undefined };
  let last = 0;
  return {
    show: ({ table, rows, files, bytes }) => {
      if (Date.now() - last < EVERY_MS) return;
      last = Date.now();
      stderr.write(`${CLEAR_LINE}${table ?? 'files'}: ${rows} rows, ${files} files, ${megabytes(bytes)}`);
    },
    end: () => void stderr.write(CLEAR_LINE),
  };
}
