import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './config/config.js';
import { describeError } from './http/describe-error.js';
import { LogDestination } from './log-destination.js';
import { terminalLines } from './terminal-lines.js';

/**
 * Logs JSON lines to standard output, or readable ones if that is a terminal, in colour unless NO_COLOR, FORCE_COLOR=0 or
 * TERM=dumb forbids it. It writes in this thread, because pino's worker thread costs a single request more than everything
 * else. Lines are written together, after 0.2 s at most. Those of a worker have its number.
 */
export function createLogger(level: LogLevel, terminal: boolean, worker: number | null = null): Logger {
  const output = standardOutput(worker === null ? Number.POSITIVE_INFINITY : SHARED_WRITE_BYTES);
  const options = { ...LOG_OPTIONS, level, base: worker === null ? null : { worker } };
  if (!terminal) return pino(options, output);
  const format = terminalLines(process.stdout.getColorDepth() > 1);
  return pino(options, { write: (line) => output.write(format(line)) });
}

/** What every log of the service has; tests that read lines use it too. */
export const LOG_OPTIONS = {
  base: null,
  timestamp: isoTime,
  serializers: { err: (error: unknown) => describeError(error) },
};

let writtenAt = 0;
let written = '';

/** The same as pino's `isoTime`, formatted once for all lines of a millisecond. */
function isoTime(): string {
  const now = Date.now();
  if (now !== writtenAt) written = `,"time":"${new Date(now).toISOString()}"`;
  writtenAt = now;
  return written;
}

/** PIPE_BUF of Linux: a pipe takes so much in one piece, so that the lines of several workers do not mix (pipe(7)). */
const SHARED_WRITE_BYTES = 4_096;

function standardOutput(writeBytesMax: number): DestinationStream {
  const output = new LogDestination(1, writeBytesMax);
  process.on('exit', () => output.flushSync());
  // Node's own warnings go there; one that cannot be written must not end the process.
  process.stderr.on('error', () => {});
  return output;
}
