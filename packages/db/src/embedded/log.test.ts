import { expect, test } from 'vitest';
import { relayServerLine } from './log.js';

test.each([
  ['LOG:  checkpoint starting: time', 'debug'],
  ['ERROR:  duplicate key value violates unique constraint "users_pkey"', 'debug'],
  ['FATAL:  terminating connection due to administrator command', 'info'],
  ['FATAL:  terminating autovacuum process due to administrator command', 'info'],
  ['FATAL:  the database system is starting up', 'info'],
  ['FATAL:  the database system is shutting down', 'info'],
  ['FATAL:  sorry, too many clients already', 'warn'],
  ['WARNING:  terminating connection because of crash of another server process', 'warn'],
  ['LOG:  server process (PID 7) was terminated by signal 9: Killed', 'error'],
  ['PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device', 'error'],
])('%s is logged at the level %s', (line, level) => {
  const levels: string[] = [];
  const at = (name: string) => () => void levels.push(name);
  relayServerLine({ debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }, line);
  expect(levels).toEqual([level]);
});
