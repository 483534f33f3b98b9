import { CommanderError } from '@commander-js/extra-typings';
import { createProgram } from './program.js';
import { type Answer, CommandError, printAnswer, printError, type Terminal } from './terminal.js';

/** The exit codes of the CLI (docs/operations.md, The command line). */
const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** Runs one command and prints its answer. Returns the exit code; never throws. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  let answer: Answer | null = null;
  // Also for errors that end the parsing before the option has been read.
  const json = args.includes('--json');
  const program = createProgram(terminal, json, (given) => {
    answer = given;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return finish(terminal, json, answer);
  } catch (error) {
    if (error instanceof CommanderError) return endOfParsing(terminal, json, error);
    printError(terminal, json, error);
    return EXIT.failed;
  }
}

/** The parser has printed its help itself, and without `--json` its errors. */
function endOfParsing(terminal: Terminal, json: boolean, { exitCode, message }: CommanderError): number {
  if (exitCode === 0) return EXIT.ok;
  const sentence = message.startsWith('error: ') ? message.slice('error: '.length) : 'no command is given';
  if (json) printError(terminal, json, new CommandError('USAGE', sentence));
  return EXIT.usage;
}

function finish(terminal: Terminal, json: boolean, answer: Answer | null): number {
  if (answer === null) return EXIT.ok;
  printAnswer(terminal, json, answer);
  return answer.failed ? EXIT.failed : EXIT.ok;
}
