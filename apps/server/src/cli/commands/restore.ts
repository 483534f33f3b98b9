import type { CommandContext } from '../command-context.js';

/** `restore`: fills an empty database and data folder from a backup. */
export function addRestore({ program, terminal, reply }: CommandContext): void {
  program
    .command('restore')
    .description('fill an empty database and data folder from a backup; the service must not run')
    .argument('<file>', 'the backup; - for standard input')
    .option(
      '--erasures <file>',
      'what was erased since the backup, as "erasures" has written it: it is erased again',
    )
    .addHelpText(
      'after',
      `
Nothing is overwritten: a database with accounts and a data folder with files are refused. Either everything is restored
or nothing. After a kill, run the same command again.

  DATA_DIR=/srv/palaver-new npm run palaver -- restore /backups/palaver.tar.gz
  age -d -i KEYFILE palaver.tar.gz.age | npm run palaver -- restore -`,
    )
    .action(async (file, { erasures }) => {
      const { restoreFrom } = await import('../backup/restore.js');
      reply(await restoreFrom(file, erasures, terminal));
    });
}
