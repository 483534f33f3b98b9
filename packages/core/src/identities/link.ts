import { lockLogin } from '../auth/accounts.js';
import { AppError } from '../kernel/errors/app-error.js';
import { uniqueOr } from '../kernel/errors/unique.js';
import type { ProviderPerson, SignInProvider } from '../kernel/services/sign-in-providers.js';
import { iso } from '../kernel/sql/instant.js';
import { transact } from '../log/transact.js';
import type { ActorContext, Context } from '../procedures/context.js';
import type { Identity } from '../protocol/records/identity.js';
import { factorsOf } from '../second-factors/access.js';
import * as queries from './queries.js';

const TAKEN = {
  identities_provider_subject_pk: 'IDENTITY_TAKEN',
  identities_user_key: 'PROVIDER_ALREADY_LINKED',
} as const;

/**
 * Links a person's identity to the account of the session that began. A repetition changes nothing. Throws
 * `UNAUTHENTICATED` when the session has ended, `IDENTITY_TAKEN`, and `PROVIDER_ALREADY_LINKED` where the account has
 * another identity at the provider.
 */
export async function linkIdentity(
  ctx: Context,
  session: { readonly userId: string; readonly sessionId: string },
  { settings }: SignInProvider,
  { subject }: ProviderPerson,
): Promise<void> {
  const { userId } = session;
  const key = { provider: settings.name, subject };
  const write = () =>
    transact(ctx, async (tx) => {
      await ctx.services.upward.holdSession({ actor: { ...session, isBot: false } }, tx);
      const account = await lockLogin(tx, userId);
      if (account === null || account.deactivatedAt !== null) throw new AppError('UNAUTHENTICATED');
      const found = await queries.findIdentity(tx, key);
      if (found?.userId === userId) return;
      const now = ctx.services.clock.now();
      await queries.insertIdentity(tx, { ...key, userId, createdAt: now, lastUsedAt: now });
      const notice = { userId, kind: 'identity.linked', client: ctx.request, about: settings.label } as const;
      await ctx.services.upward.tellOfSecurity(ctx.services, tx, notice);
    });
  await uniqueOr(TAKEN, write);
}

/** The caller's identities, by provider. */
export async function listIdentities(ctx: ActorContext): Promise<Identity[]> {
  const rows = await queries.listIdentities(ctx.services.db, ctx.actor.userId);
  return rows.map(({ provider, createdAt, lastUsedAt }) => ({
    provider,
    label: ctx.services.signInProviders.get(provider)?.settings.label ?? provider,
    linkedAt: iso(createdAt),
    lastUsedAt: iso(lastUsedAt),
  }));
}

/**
 * Takes an identity from the caller's account. Throws `IDENTITY_NOT_FOUND`, `LAST_SIGN_IN` where the account has no
 * password, no passkey and no other configured provider, or `STEP_UP_REQUIRED`.
 */
export async function unlinkIdentity(ctx: ActorContext, provider: string): Promise<void> {
  const { userId } = ctx.actor;
  await transact(ctx, async (tx) => {
    const account = await lockLogin(tx, userId);
    const rows = await queries.listIdentities(tx, userId);
    if (account === null || !rows.some((row) => row.provider === provider)) {
      throw new AppError('IDENTITY_NOT_FOUND');
    }
    const isOtherWay = (row: queries.IdentityRow) =>
      row.provider !== provider && ctx.services.signInProviders.has(row.provider);
    const factors = await factorsOf(tx, userId);
    const hasPasskey = factors !== null && factors.passkeys > 0;
    if (account.passwordHash === null && !hasPasskey && !rows.some(isOtherWay)) {
      throw new AppError('LAST_SIGN_IN');
    }
    await ctx.services.upward.requireStepUp(ctx, { tx });
    await queries.deleteIdentity(tx, userId, provider);
    const notice = { userId, kind: 'identity.unlinked', client: ctx.request, about: provider } as const;
    await ctx.services.upward.tellOfSecurity(ctx.services, tx, notice);
  });
}
