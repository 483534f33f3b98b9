import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './config/config.js';
import { describeError } from './http/describe-error.js';
import { LogDestination } from './log-destination.js';
import { terminalLines } from './terminal-lines.js';

/**
 * Logs JSON lines to standard output, or readable ones if that is a terminal, in colour unless NO_COLOR, FORCE_COLOR=0 or
 * TERM=dumb forbids it. It writes in this thread, because pino's worker thread costs a single request more than everything
 * else. Lines are written together, after 0.2 s at most.
 */
export function createLogger(level: LogLevel, terminal: boolean): Logger {
  const output = standardOutput();
  if (!terminal) return pino({ ...LOG_OPTIONS, level }, output);
  const format = terminalLines(process.stdout.getColorDepth() > 1);
  return pino({ ...LOG_OPTIONS, level }, { write: (line) => output.write(format(line)) });
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

function standardOutput(): DestinationStream {
  const output = new LogDestination(1);
  process.on('exit', () => output.flushSync());
  // Node's own warnings go there; one that cannot be written must not end the process.
  process.stderr.on('error', () => {});
  return output;
}
