import type { CommandContext } from '../command-context.js';
import { apiOf, URL_OPTION } from './admin-command.js';

const USER = 'a username or the id of an account';

/** `sessions`: who is signed in. */
export function addSessions(context: CommandContext): void {
  const { program, reply } = context;
  const sessions = program.command('sessions').description('list and end the sessions of an account');
  const work = () => import('../manage-sessions.js');
  sessions
    .command('list')
    .description('list the open sessions of an account, newest first')
    .argument('<user>', USER)
    .option(...URL_OPTION)
    .action(async (user, options) =>
      reply(await (await work()).listSessions(await apiOf(context, options), user)),
    );
  sessions
    .command('end')
    .description('end a session of an account, and close its sockets; for a bot this ends its token')
    .argument('<user>', USER)
    .argument('[session]', 'the id of a session')
    .option('--all', 'end all of them')
    .option(...URL_OPTION)
    .action(async (user, sessionId, { all = false, ...options }) =>
      reply(await (await work()).endSessions(await apiOf(context, options), user, { sessionId, all })),
    );
}
