import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError, type Terminal } from './terminal.js';

/**
 * Reads a password from standard input: its first line, or what is typed on a terminal, which does not show it. An argument
 * would be seen by every user of the machine.
 */
export async function readPassword({ stdin, stderr }: Pick<Terminal, 'stdin' | 'stderr'>): Promise<string> {
  const isTerminal = stdin.isTTY === true;
  if (isTerminal) stderr.write('Password: ');
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: hidden, terminal: isTerminal });
  // Without a listener, Ctrl-C would be swallowed while the terminal is in raw mode.
  lines.once('SIGINT', () => process.exit(130));
  try {
    for await (const line of lines) return line;
    throw new CommandError('NO_PASSWORD', 'There is no password on standard input.');
  } finally {
    lines.close();
    if (isTerminal) stderr.write('\n');
  }
}
