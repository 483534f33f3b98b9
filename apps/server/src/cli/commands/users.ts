import type { CommandContext } from '../command-context.js';
import { apiOf, PAGE_OPTIONS, type ServiceOptions, URL_OPTION } from './admin-command.js';

const USER = 'a username or the id of an account';
const PASSWORD = [
  '--password',
  'read the password from standard input, or ask for it; otherwise one is made',
] as const;

/** `users`: the accounts of a running service. */
export function addUsers(context: CommandContext): void {
  const { program, reply } = context;
  const users = program.command('users').description('list and change the accounts of a running service');
  const work = () => import('../manage-users.js');
  users
    .command('list')
    .description('list accounts, newest first')
    .option('--query <text>', 'only usernames and e-mail addresses that begin so')
    .option(...PAGE_OPTIONS.limit)
    .option(...PAGE_OPTIONS.before)
    .option(...URL_OPTION)
    .action(async (options) => reply(await (await work()).listUsers(await apiOf(context, options), options)));
  users
    .command('show')
    .description('show one account')
    .argument('<user>', USER)
    .option(...URL_OPTION)
    .action(async (user, options) =>
      reply(await (await work()).showUser(await apiOf(context, options), user)),
    );
  users
    .command('create')
    .description('create an account')
    .argument('<username>', '2 to 32 letters, digits, ".", "_" and "-"')
    .option('--email <address>', 'the e-mail address')
    .option('--display-name <name>', 'the name that others see')
    .option('--admin', 'make the person an admin of the service')
    .option(...PASSWORD)
    .option(...URL_OPTION)
    .action(async (username, { email, displayName, admin = false, ...options }) => {
      const password = await givenPassword(context, options);
      const input = { username, email, displayName, admin, password };
      reply(await (await work()).createUser(await apiOf(context, options), input));
    });
  users
    .command('reset-password')
    .description('set a new password; all sessions of the account end')
    .argument('<user>', USER)
    .option(...PASSWORD)
    .option(...URL_OPTION)
    .action(async (user, options) => {
      const password = await givenPassword(context, options);
      reply(await (await work()).resetPassword(await apiOf(context, options), user, password));
    });
  users
    .command('reset-second-factor')
    .description('remove all second factors of a person who has lost them')
    .argument('<user>', USER)
    .option(...URL_OPTION)
    .action(async (user, options) =>
      reply(await (await work()).resetSecondFactor(await apiOf(context, options), user)),
    );
  users
    .command('delete')
    .description('delete the account of a person for good; messages stay, without a name')
    .argument('<user>', USER)
    .option(...URL_OPTION)
    .action(async (user, options) =>
      reply(await (await work()).deleteUser(await apiOf(context, options), user)),
    );
  const changes = [
    [
      'deactivate',
      'end all sessions and let nobody sign in; messages and memberships stay',
      { deactivated: true },
    ],
    ['reactivate', 'let a deactivated account sign in again', { deactivated: false }],
    ['promote', 'make a person an admin of the service', { admin: true }],
    ['demote', 'make an admin of the service a plain person', { admin: false }],
  ] as const;
  for (const [name, description, change] of changes) {
    users
      .command(name)
      .description(description)
      .argument('<user>', USER)
      .option(...URL_OPTION)
      .action(async (user, options: ServiceOptions) =>
        reply(await (await work()).updateUser(await apiOf(context, options), user, change)),
      );
  }
}

async function givenPassword(
  { terminal }: CommandContext,
  { password = false }: { readonly password?: true | undefined | false },
): Promise<string | undefined> {
  if (!password) return undefined;
  const { readPassword } = await import('../read-password.js');
  return readPassword(terminal);
}
