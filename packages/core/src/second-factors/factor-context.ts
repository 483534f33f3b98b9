import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { type AfterCommit, type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { SecurityKind } from '../protocol/records/security-event.js';
import { lockAccount } from '../users/access.js';
import type { MeRow } from '../users/record.js';
import { deleteRecoveryCodes, findFactors, replaceRecoveryCodes } from './queries.js';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';

type Work<Answer> = (tx: Transaction, me: MeRow, emit: Emit, afterCommit: AfterCommit) => Promise<Answer>;

/**
 * Changes the second factors of the caller, one change after the other, while the session lasts. The answer may hold a
 * secret. With `stepUp`, the person must have proven lately that it is them (`STEP_UP_REQUIRED`).
 */
export function changeFactors<Answer>(
  ctx: ActorContext,
  { stepUp }: { readonly stepUp: boolean },
  work: Work<Answer>,
): Promise<Answer> {
  const change = async (tx: Transaction, emit: Emit, afterCommit: AfterCommit) => {
    const me = await lockAccount(tx, ctx.actor.userId);
    if (me === null) throw new AppError('UNAUTHENTICATED');
    await ctx.services.upward.holdSession(ctx, tx);
    if (stepUp) await ctx.services.upward.requireStepUp(ctx, { tx });
    return work(tx, me, emit, afterCommit);
  };
  return transact(ctx, change, { secret: true });
}

/** Tells the caller what has happened to a second factor of theirs. */
export function tellOfFactor(
  ctx: ActorContext,
  tx: Transaction,
  kind: SecurityKind,
  about: string | null = null,
): Promise<void> {
  const notice = { userId: ctx.actor.userId, kind, client: ctx.request, about };
  return ctx.services.upward.tellOfSecurity(ctx.services, tx, notice);
}

/** Gives an account new recovery codes, which end all earlier ones. */
export async function renewRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
  return codes;
}

/** Recovery codes end with the last other factor. */
export async function endUnneededRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  const { totpSince, passkeys } = await findFactors(tx, userId);
  if (totpSince === null && passkeys === 0) await deleteRecoveryCodes(tx, userId);
}
