import { createHash } from 'node:crypto';
import { type Transaction, tables } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { againIfTaken, uniqueOr } from '../kernel/errors/unique.js';
import { MetadataInput } from '../kernel/schema/metadata.js';
import type { IssuedToken } from '../kernel/services/token-issuer.js';
import { iso } from '../kernel/sql/instant.js';
import { type Emit, transact } from '../log/transact.js';
import type { Context } from '../procedures/context.js';
import type { SignedIn } from '../protocol/records/session.js';
import { TAKEN } from '../users/actions.js';
import { type MeRow, toMe } from '../users/record.js';
import { DisplayName, Email, Username } from '../users/schemas.js';
import { createExternal, type ExternalProfile, lockExternal, updateExternal } from './external-account.js';
import { closeSockets, openSession } from './sessions.js';

/**
 * Signs a person in by a token of a configured issuer, whose account is made or brought up to date from its claims. Throws
 * `TOKEN_REFUSED` with the reason, also for a `jti` that was used, `ISSUER_UNAVAILABLE`, `ACCOUNT_DEACTIVATED`, and
 * `TOKEN_NOT_ALLOWED` for an admin of this service and for a bot.
 */
export async function signInByToken(ctx: Context, token: string): Promise<SignedIn> {
  const issued = await ctx.services.issuedTokens.verify(token, ctx.services.clock.now());
  const profile = profileOf(issued);
  const signIn = (isContested: boolean) =>
    transact({ ...ctx, idempotency: null }, async (tx, emit, afterCommit) => {
      await useOnce(tx, issued);
      const me = await bringUpToDate(ctx, { tx, emit, isContested }, issued, profile);
      const session = await openSession(ctx.services, tx, emit, me.id, ctx.request, 'token');
      afterCommit(() => {
        ctx.services.background.wake();
        closeSockets(ctx.services, session.ended);
      });
      return { token: session.token, expiresAt: iso(session.expiresAt), user: toMe(me) };
    });
  return uniqueOr(TAKEN, () => againIfTaken(signIn));
}

async function bringUpToDate(
  ctx: Context,
  { tx, emit, isContested }: { readonly tx: Transaction; readonly emit: Emit; readonly isContested: boolean },
  { externalId, issuer }: IssuedToken,
  profile: ExternalProfile,
): Promise<MeRow> {
  const known = await lockExternal(tx, externalId);
  if (known === null) {
    const me = await createExternal(ctx.services, tx, emit, { ...profile, externalId }, isContested);
    await ctx.services.upward.joinServers(ctx.services, tx, emit, {
      userId: me.id,
      serverIds: issuer.defaultServers,
    });
    return me;
  }
  if (known.admin || known.bot) throw new AppError('TOKEN_NOT_ALLOWED');
  if (known.deactivatedAt !== null) throw new AppError('ACCOUNT_DEACTIVATED');
  return updateExternal(ctx.services, tx, emit, known, profile);
}

/** Throws `TOKEN_REFUSED` for a token whose `jti` was used. Rolled back with the sign-in, so that a retry may use it. */
async function useOnce(tx: Transaction, { issuer, jti, refusedAt }: IssuedToken): Promise<void> {
  if (jti === null) return;
  const tokenHash = createHash('sha256').update(`${issuer.name}\n${jti}`).digest();
  const used = await tx
    .insert(tables.usedTokens)
    .values({ tokenHash, expiresAt: refusedAt })
    .onConflictDoNothing()
    .returning({ tokenHash: tables.usedTokens.tokenHash });
  if (used.length === 0)
    throw new AppError('TOKEN_REFUSED', { message: 'The token is refused: it was used before.' });
}

/**
 * What the claims say of the person. A name that cannot be shown here is left out, and metadata that is not valid is
 * refused.
 */
function profileOf({ claims }: IssuedToken): ExternalProfile {
  const { name, preferred_username: username, email, email_verified: isVerified, metadata } = claims;
  const parsed = metadata === undefined ? undefined : MetadataInput.nullable().safeParse(metadata);
  if (parsed?.success === false) {
    const reason = parsed.error.issues[0]?.message ?? 'is not valid';
    throw new AppError('TOKEN_REFUSED', { message: `The token is refused: "metadata" ${reason}.` });
  }
  return {
    username: Username.safeParse(username).data,
    displayName: DisplayName.safeParse(name).data,
    verifiedEmail: isVerified === true ? Email.safeParse(email).data : undefined,
    metadata: parsed?.data,
  };
}
