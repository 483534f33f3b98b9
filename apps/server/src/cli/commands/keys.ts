import type { CommandContext } from '../command-context.js';
import { apiOf, URL_OPTION } from './admin-command.js';

/** `keys`: the API keys of a running service. */
export function addKeys(context: CommandContext): void {
  const { program, reply } = context;
  const keys = program.command('keys').description('list, make and revoke the API keys of a running service');
  const work = () => import('../manage-keys.js');
  keys
    .command('list')
    .description('list keys, newest first')
    .option(...URL_OPTION)
    .action(async (options) => reply(await (await work()).listKeys(await apiOf(context, options))));
  keys
    .command('create')
    .description('make a key, whose token is printed once')
    .argument('<name>', 'what it is for')
    .requiredOption('--scopes <scopes...>', 'what it may do, such as users:write messages:write')
    .option('--expires-at <instant>', 'when it ends, such as 2027-01-01T00:00:00Z; else never')
    .option(...URL_OPTION)
    .action(async (name, { scopes, expiresAt, ...options }) =>
      reply(await (await work()).createKey(await apiOf(context, options), { name, scopes, expiresAt })),
    );
  keys
    .command('revoke')
    .description('revoke a key: it is refused from then on')
    .argument('<key>', 'the id of a key')
    .option(...URL_OPTION)
    .action(async (id, options) => reply(await (await work()).revokeKey(await apiOf(context, options), id)));
}
