import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './config.js';

/**
 * JSON lines on standard output; readable ones where that is a terminal. Written in this thread: pino's own way hands
 * each line to another, and waking that costs a lone request more than all else that is done for it. Several lines are
 * one write, a fifth of a second later at most.
 */
export function createLogger(level: LogLevel, terminal: boolean): Logger {
  const options = { level, base: null, timestamp: isoTime };
  if (!terminal) return pino(options, standardOutput());
  return pino({ ...options, transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } } });
}

let writtenAt = 0;
let written = '';

/** pino's own `isoTime`, made once for all lines of the same millisecond. */
function isoTime(): string {
  const now = Date.now();
  if (now !== writtenAt) written = `,"time":"${new Date(now).toISOString()}"`;
  writtenAt = now;
  return written;
}

function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: 200 });
  process.on('exit', () => output.flushSync());
  return output;
}
