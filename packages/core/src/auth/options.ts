import { hasAdmin } from '../admin/first-admin.js';
import { listProviders } from '../identities/providers.js';
import type { Context } from '../procedures/context.js';
import type { AuthOptions } from '../protocol/records/auth-options.js';

/** How people get an account here, and sign in to it. Without a setup code there was an admin at the start. */
export async function authOptions(ctx: Context): Promise<AuthOptions> {
  const { db, settings, setupCode, signInProviders } = ctx;
  return {
    registration: settings.registration,
    awaitsAdmin: setupCode !== undefined && !(await hasAdmin(db)),
    sendsMail: settings.mailPagesUrl !== null,
    providers: listProviders(signInProviders),
  };
}
