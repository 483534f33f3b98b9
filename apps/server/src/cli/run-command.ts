import { CommanderError } from '@commander-js/extra-typings';
import { createProgram } from './program.js';
import { type Answer, printAnswer, printError, type Terminal } from './terminal.js';

/** The exit codes of the CLI (docs/operations.md, The command line). */
const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** Runs one command and prints its answer. Returns the exit code; never throws. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  let answer: Answer | null = null;
  const program = createProgram(terminal, (given) => {
    answer = given;
  });
  // Also for errors that end the parsing before the option has been read.
  const json = args.includes('--json');
  try {
    await program.parseAsync(args, { from: 'user' });
    return finish(terminal, json, answer);
  } catch (error) {
    // The parser has printed its errors and its help itself.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    printError(terminal, json, error);
    return EXIT.failed;
  }
}

function finish(terminal: Terminal, json: boolean, answer: Answer | null): number {
  if (answer === null) return EXIT.ok;
  printAnswer(terminal, json, answer);
  return answer.failed ? EXIT.failed : EXIT.ok;
}
