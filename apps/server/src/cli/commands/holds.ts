import type { CommandContext } from '../command-context.js';
import { apiOf, PAGE_OPTIONS, URL_OPTION } from './admin-command.js';

const HOLD = 'the id of a hold';

/** `holds`: what is kept from being lost. */
export function addHolds(context: CommandContext): void {
  const { program, reply } = context;
  const holds = program
    .command('holds')
    .alias('hold')
    .description('put servers and channels under a legal hold, read what it keeps, and end it');
  const work = () => import('../manage-holds.js');
  holds
    .command('list')
    .description('list the holds, newest first')
    .option(...PAGE_OPTIONS.limit)
    .option(...PAGE_OPTIONS.before)
    .option(...URL_OPTION)
    .action(async (options) => reply(await (await work()).listHolds(await apiOf(context, options), options)));
  holds
    .command('put')
    .description('keep what is deleted and edited in a server, or in one channel')
    .option('--server <id>', 'a server with its channels')
    .option('--channel <id>', 'one channel or direct message')
    .requiredOption('--reason <text>', 'why, for other admins')
    .option(...URL_OPTION)
    .action(async (options) => reply(await (await work()).putHold(await apiOf(context, options), options)));
  holds
    .command('read')
    .description(
      'list the texts that a hold has kept, the latest first; each reading is a line of the audit log',
    )
    .argument('<hold>', HOLD)
    .option(...PAGE_OPTIONS.limit)
    .option(...PAGE_OPTIONS.before)
    .option(...URL_OPTION)
    .action(async (id, options) =>
      reply(await (await work()).readHold(await apiOf(context, options), id, options)),
    );
  const files = () => import('../export-hold.js');
  holds
    .command('export')
    .description('write the texts and the files that a hold has kept to a new folder')
    .argument('<hold>', HOLD)
    .argument('<folder>', 'where to write them')
    .option(...URL_OPTION)
    .action(async (hold, folder, { url }) =>
      reply(await (await files()).exportHold(context.terminal, url, { hold, folder })),
    );
  holds
    .command('fetch')
    .description('write one file that a hold has kept')
    .argument('<hold>', HOLD)
    .argument('<attachment>', 'the id of the file, as `holds read` lists it')
    .argument('<file>', 'where to write it')
    .option(...URL_OPTION)
    .action(async (hold, id, file, { url }) =>
      reply(await (await files()).fetchHeldFile(context.terminal, url, { hold, id, file })),
    );
  holds
    .command('end')
    .description('end a hold; what it alone has kept is removed for good by the next clean-up')
    .argument('<hold>', HOLD)
    .option('--yes', 'really do it')
    .option(...URL_OPTION)
    .action(async (id, { yes = false, ...options }) =>
      reply(await (await work()).endHold(await apiOf(context, options), id, yes)),
    );
}
