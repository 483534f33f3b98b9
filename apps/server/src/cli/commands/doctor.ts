import type { CommandContext } from '../command-context.js';

/** `doctor`: checks what the service needs, and says what to do about what is wrong. */
export function addDoctor({ program, terminal, reply }: CommandContext): void {
  program
    .command('doctor')
    .description('check everything that the service needs; the exit code is 1 when something fails')
    .addHelpText('after', '\nRun it beside a running service or while it is down. It changes nothing.')
    .action(async () => {
      const { examine } = await import('../doctor/examine.js');
      reply(await examine(terminal));
    });
}
