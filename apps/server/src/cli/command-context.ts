import { Command } from '@commander-js/extra-typings';
import { VERSION } from '../version.js';
import type { Answer, Terminal } from './terminal.js';

const AFTER_HELP = `
Commands read the same environment variables as the service, DATABASE_URL and DATA_DIR above all, and are run in the
same folder as it. With --json the answer is one line of JSON on standard output, and an error one on standard error:
  npm run --silent palaver -- version --json

Exit codes: 0 done, 1 not done or something is wrong, 2 the arguments are wrong. More: docs/operations.md`;

/** The program without its commands; they inherit its settings. */
export type Program = ReturnType<typeof createBareProgram>;

/** What a command is added to, and what it works with. */
export interface CommandContext {
  readonly program: Program;
  readonly terminal: Terminal;
  /** Takes the command's answer, to be printed. A command that writes standard output itself does not call it. */
  readonly reply: (answer: Answer) => void;
}

/** Its errors of usage are thrown as `CommanderError`, and printed on standard error except for programs. */
export function createBareProgram({ stdout, stderr }: Terminal, json: boolean) {
  return new Command('palaver')
    .description('Operates a Palaver service: npm run palaver -- COMMAND')
    .option('--json', 'print JSON instead of text')
    .version(VERSION, '--version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .helpCommand('help [command]', 'explain a command')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => {
        if (!json) stderr.write(text);
      },
    })
    .showHelpAfterError('(--help explains the command)')
    .exitOverride()
    .addHelpText('after', AFTER_HELP);
}
