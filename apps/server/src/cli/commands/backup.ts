import type { CommandContext } from '../command-context.js';

/** `backup`: writes the database and the stored files to one archive, while the service runs. */
export function addBackup({ program, terminal, reply }: CommandContext): void {
  program
    .command('backup')
    .description('write the database and the stored files to one archive, while the service runs')
    .argument('<file>', 'where to write it; - for standard output')
    .option('--verify', 'read this backup instead, and check that nothing is missing or changed')
    .option(
      '--erasures <file>',
      'with --verify: say how much of this list of erasures the backup is older than',
    )
    .addHelpText(
      'after',
      `
The archive is a gzipped tar. It has everything but the configuration: password hashes, messages, files. A FILE is
readable by its owner alone, and is complete when it has its name; until then it is FILE.partial.

  npm run palaver -- backup /backups/palaver.tar.gz
  npm run --silent palaver -- backup - | age -r KEY > palaver.tar.gz.age`,
    )
    .action(async (file, { verify = false, erasures }) => {
      const { backUpTo, verifyFrom } = await import('../backup/back-up.js');
      const answer = await (verify ? verifyFrom(file, erasures, terminal) : backUpTo(file, terminal));
      if (answer !== null) reply(answer);
    });
}
