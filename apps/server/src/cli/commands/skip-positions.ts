import type { CommandContext } from '../command-context.js';

/** `skip-positions`: after a fail-over that lost commits, makes every client read its state again. */
export function addSkipPositions({ program, terminal, reply }: CommandContext): void {
  program
    .command('skip-positions')
    .description('after a fail-over that may have lost commits: clients read their state again')
    .option('--yes', 'really do it')
    .addHelpText(
      'after',
      `
The positions of all streams go on a billion further, as after a restore, so that no cursor from before fits the log any
more. Run it once, after the fail-over, while the nodes run or before they start.`,
    )
    .action(async ({ yes = false }: { yes?: boolean }) => {
      const { skipAllPositions } = await import('../skip-positions.js');
      reply(await skipAllPositions(terminal, yes));
    });
}
