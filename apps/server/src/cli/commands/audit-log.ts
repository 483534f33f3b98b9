import type { CommandContext } from '../command-context.js';
import { apiOf, PAGE_OPTIONS, URL_OPTION } from './admin-command.js';

/** `audit-log`: what admins and the operator have done. */
export function addAuditLog(context: CommandContext): void {
  context.program
    .command('audit-log')
    .description('list what admins and the operator have done, newest first')
    .option('--target <id>', 'only acts on this user or server')
    .option(...PAGE_OPTIONS.limit)
    .option(...PAGE_OPTIONS.before)
    .option(...URL_OPTION)
    .action(async (options) => {
      const { showAuditLog } = await import('../show-audit-log.js');
      context.reply(await showAuditLog(await apiOf(context, options), options));
    });
}
