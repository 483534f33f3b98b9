import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.js';

/** JSON lines on standard output; readable ones where that is a terminal. */
export function createLogger(level: LogLevel, terminal: boolean): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!terminal) return pino(options);
  return pino({ ...options, transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } } });
}
