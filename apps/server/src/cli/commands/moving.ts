import type { CommandContext } from '../command-context.js';
import { apiOf, PAGE_OPTIONS, URL_OPTION } from './admin-command.js';

/** `export-server`: writes a server to an archive, while the service runs. */
export function addExportServer({ program, terminal, reply }: CommandContext): void {
  program
    .command('export-server')
    .description('write a server with all its channels and files to an archive, while the service runs')
    .argument('<server>', 'the id of a server')
    .argument('<file>', 'where to write it')
    .addHelpText(
      'after',
      '\nThe archive is a zip that another service imports. It has private channels as well.',
    )
    .action(async (id, file) => {
      const { exportServerTo } = await import('../export-server.js');
      reply(await exportServerTo(terminal, id, file));
    });
}

/** `import-server`: sends an archive to a running service, and waits until it is imported. */
export function addImportServer({ program, terminal, reply }: CommandContext): void {
  program
    .command('import-server')
    .description('make a server of an archive, and show how far it is')
    .argument('<file>', 'the archive')
    .option('--check', 'check the archive and say which accounts are found, and write nothing')
    .option(
      '--delete-missing',
      'delete messages that an earlier archive of the server had and this one does not have',
    )
    .option('--no-wait', 'end when the service has the archive')
    .option(...URL_OPTION)
    .action(async (file, { check = false, deleteMissing = false, wait, url }) => {
      const { importServerFrom } = await import('../import-server.js');
      reply(await importServerFrom(terminal, { file, check, deleteMissing, wait, url }));
    });
}

/** `imports`: the imports of a running service. */
export function addImports(context: CommandContext): void {
  const { program, reply } = context;
  const imports = program
    .command('imports')
    .description('list, show and cancel the imports of a running service, and let their people in');
  const work = () => import('../import-server.js');
  imports
    .command('list')
    .description('list imports, newest first')
    .option(...PAGE_OPTIONS.limit)
    .option(...PAGE_OPTIONS.before)
    .option(...URL_OPTION)
    .action(async (options) =>
      reply(await (await work()).listImports(await apiOf(context, options), options)),
    );
  imports
    .command('show')
    .description('show an import, and the accounts that it has found')
    .argument('<import>', 'the id of an import')
    .option(...URL_OPTION)
    .action(async (id, options) => reply(await (await work()).showImport(await apiOf(context, options), id)));
  imports
    .command('links')
    .description('let imported people in who have no password, by a link for each of them')
    .argument('<import>', 'the id of an import')
    .option('--mail', 'mail each person with an address their link')
    .option('--csv <file>', 'write a list of all links, for you to hand on')
    .option(...URL_OPTION)
    .addHelpText('after', '\nA link works once, for seven days. A newer one ends it.')
    .action(async (id, options) =>
      reply(await (await work()).makeLinks(await apiOf(context, options), id, options)),
    );
  imports
    .command('cancel')
    .description('cancel an import, before its members join')
    .argument('<import>', 'the id of an import')
    .option(...URL_OPTION)
    .action(async (id, options) =>
      reply(await (await work()).cancelImport(await apiOf(context, options), id)),
    );
}
