import { VERSION } from '../../version.js';
import type { CommandContext } from '../command-context.js';

/** `version`: what runs here. */
export function addVersion({ program, reply }: CommandContext): void {
  program
    .command('version')
    .description('print the versions of Palaver and Node, and the last migration of this release')
    .action(async () => {
      const { migrationNames } = await import('@palaver/db');
      const lastMigration = (await migrationNames()).at(-1) ?? null;
      reply({
        data: { palaver: VERSION, node: process.versions.node, lastMigration },
        text: `Palaver ${VERSION}, Node ${process.versions.node}, last migration ${lastMigration}.`,
      });
    });
}
