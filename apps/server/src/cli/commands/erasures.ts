import type { CommandContext } from '../command-context.js';

/** `erasures`: writes what has been erased, which a restore of an older backup erases again. */
export function addErasures({ program, terminal, reply }: CommandContext): void {
  program
    .command('erasures')
    .description('write the list of what was erased, for a restore of an older backup')
    .argument('<file>', 'where to write it')
    .option('--since <date>', 'only what was erased since then')
    .addHelpText(
      'after',
      `
A backup from before an erasure still has the text. Keep this list beside the backups, and write it anew after each erasure,
or as often as you can lose. It has ids and times, and no text.

  npm run palaver -- erasures /backups/erasures.json
  npm run palaver -- restore /backups/palaver.tar.gz --erasures /backups/erasures.json`,
    )
    .action(async (file, { since }) => {
      const { writeErasures } = await import('../backup/erasures.js');
      reply(await writeErasures(file, since, terminal));
    });
}
