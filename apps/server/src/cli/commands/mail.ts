import type { CommandContext } from '../command-context.js';
import { apiOf, URL_OPTION } from './admin-command.js';

/** `mail`: whether a running service can send mails. */
export function addMail(context: CommandContext): void {
  const mail = context.program.command('mail').description('try whether a running service sends mails');
  mail
    .command('test')
    .description('let a running service send a test mail')
    .argument('<address>', 'where to')
    .option(...URL_OPTION)
    .action(async (address, options) => {
      const { sendTestMail } = await import('../send-test-mail.js');
      context.reply(await sendTestMail(await apiOf(context, options), address));
    });
}
