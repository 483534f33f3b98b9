import type { CommandContext } from '../command-context.js';

/** `migrate`: brings the database to this release's schema, as each start of the service does. */
export function addMigrate({ program, terminal, reply }: CommandContext): void {
  program
    .command('migrate')
    .description("bring the database to this release's schema")
    .addHelpText(
      'after',
      `
Each start of the service does the same. Run it beforehand when the service's own role may not create tables: with a
DATABASE_URL of a role that may. Running it again changes nothing.`,
    )
    .action(async () => {
      const { migrateDatabase } = await import('../migrate-database.js');
      reply(await migrateDatabase(terminal));
    });
}
