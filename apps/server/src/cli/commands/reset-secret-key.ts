import type { CommandContext } from '../command-context.js';

/** `reset-secret-key`: after the key is lost, removes what was sealed under it. */
export function addResetSecretKey({ program, terminal, reply }: CommandContext): void {
  program
    .command('reset-secret-key')
    .description('after SECRET_KEY is lost: remove what was sealed under it')
    .option('--yes', 'really do it')
    .addHelpText(
      'after',
      `
The authenticator apps of all accounts are removed, so that their people sign in with a recovery code, a passkey, or the
password alone where they have neither a passkey nor an app. The next start seals under its own key.`,
    )
    .action(async ({ yes = false }: { yes?: boolean }) => {
      const { resetSecretKey } = await import('../reset-secret-key.js');
      reply(await resetSecretKey(terminal, yes));
    });
}
