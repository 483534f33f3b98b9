import type { Context } from '../procedures/context.js';
import type { AuthOptions } from '../protocol/records/auth-options.js';
import { listProviders } from './providers.js';

/** How people get an account here, and sign in to it. Without a setup code there was an admin at the start. */
export async function authOptions(ctx: Context): Promise<AuthOptions> {
  const { db, upward, settings, setupCode, signInProviders } = ctx.services;
  return {
    registration: settings.registration,
    awaitsAdmin: setupCode !== undefined && !(await upward.hasAdmin(db)),
    sendsMail: settings.mailPagesUrl !== null,
    providers: listProviders(signInProviders),
  };
}
