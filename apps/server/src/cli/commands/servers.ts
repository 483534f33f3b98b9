import type { CommandContext } from '../command-context.js';
import { apiOf, PAGE_OPTIONS, URL_OPTION } from './admin-command.js';

const SERVER = 'the id of a server';

/** `servers`: the servers of a running service. */
export function addServers(context: CommandContext): void {
  const { program, reply } = context;
  const servers = program.command('servers').description('list and change the servers of a running service');
  const work = () => import('../manage-servers.js');
  servers
    .command('list')
    .description('list servers, newest first')
    .option('--query <text>', 'only names that begin so')
    .option(...PAGE_OPTIONS.limit)
    .option(...PAGE_OPTIONS.before)
    .option(...URL_OPTION)
    .action(async (options) =>
      reply(await (await work()).listServers(await apiOf(context, options), options)),
    );
  servers
    .command('show')
    .description('show one server')
    .argument('<server>', SERVER)
    .option(...URL_OPTION)
    .action(async (id, options) => reply(await (await work()).showServer(await apiOf(context, options), id)));
  servers
    .command('delete')
    .description('delete a server with everything in it, as its owner can')
    .argument('<server>', SERVER)
    .option('--yes', 'really do it')
    .option(...URL_OPTION)
    .action(async (id, { yes = false, ...options }) =>
      reply(await (await work()).deleteServer(await apiOf(context, options), id, yes)),
    );
  servers
    .command('hand-over')
    .description('make a member the owner of a server')
    .argument('<server>', SERVER)
    .requiredOption('--to <user>', 'the username or id of a member')
    .option(...URL_OPTION)
    .action(async (id, { to, ...options }) =>
      reply(await (await work()).handOverServer(await apiOf(context, options), id, to)),
    );
}
