import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.js';

/**
 * JSON lines on standard output; readable ones where that is a terminal. Written at once and in this thread: pino's own
 * way hands each line to another, and waking that costs a lone request more than all else that is done for it.
 */
export function createLogger(level: LogLevel, terminal: boolean): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!terminal) return pino(options, pino.destination({ dest: 1, sync: true }));
  return pino({ ...options, transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } } });
}
