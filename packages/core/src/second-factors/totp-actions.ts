import { AppError } from '../kernel/errors/app-error.js';
import { PURPOSES } from '../kernel/services/secrets.js';
import type { ActorContext } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import type { RecoveryCodes, TotpSetup } from '../protocol/records/second-factor.js';
import {
  changeFactors,
  endUnneededRecoveryCodes,
  renewRecoveryCodes,
  tellOfFactor,
} from './factor-context.js';
import * as queries from './queries.js';
import { newTotpSecret, periodOf, totpUrl } from './totp.js';

/** A secret that is not confirmed by then is gone. */
const UNCONFIRMED_MS = 10 * 60_000;

/**
 * Begins to set up an authenticator app; it counts once `confirmTotp` has seen a code of it. Beginning again replaces the
 * secret. Throws `SECOND_FACTOR_EXISTS` or `STEP_UP_REQUIRED`.
 */
export function beginTotp(ctx: ActorContext): Promise<TotpSetup> {
  return changeFactors(ctx, { stepUp: true }, async (tx, { id, username }) => {
    const earlier = await queries.findTotp(tx, id);
    if (earlier?.confirmedAt) throw new AppError('SECOND_FACTOR_EXISTS');
    const secret = newTotpSecret();
    const sealed = ctx.services.secrets.close(secret, PURPOSES.authenticatorApp(id));
    await queries.putTotp(tx, { userId: id, sealed, createdAt: ctx.services.clock.now() });
    const issuer = `Palaver ${new URL(ctx.services.settings.publicUrl).hostname}`;
    return { secret, url: totpUrl(secret, issuer, username) };
  });
}

/**
 * Sets the authenticator app up, when it shows the right code, with new recovery codes. Throws `SECOND_FACTOR_NOT_FOUND`
 * when none was begun within ten minutes, and `WRONG_SECOND_FACTOR`.
 */
export function confirmTotp(ctx: ActorContext, code: string): Promise<RecoveryCodes> {
  return changeFactors(ctx, { stepUp: false }, async (tx, { id }) => {
    const now = ctx.services.clock.now();
    const begun = await queries.findTotp(tx, id);
    const secret = begun && ctx.services.secrets.open(begun.sealed, PURPOSES.authenticatorApp(id));
    if (!begun || begun.confirmedAt !== null || secret === null || isOver(begun, now)) {
      throw new AppError('SECOND_FACTOR_NOT_FOUND');
    }
    const period = periodOf(secret, code, now);
    if (period === null) throw new AppError('WRONG_SECOND_FACTOR');
    await queries.confirmTotp(tx, id, { confirmedAt: now, lastPeriod: period });
    await tellOfFactor(ctx, tx, 'totp.added');
    return { recoveryCodes: await renewRecoveryCodes(tx, id) };
  });
}

function isOver({ createdAt }: queries.TotpRow, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= UNCONFIRMED_MS;
}

/** Throws `SECOND_FACTOR_NOT_FOUND` or `STEP_UP_REQUIRED`. */
export async function removeTotp(ctx: ActorContext): Promise<void> {
  await changeFactors(ctx, { stepUp: true }, async (tx, { id }) => {
    if (!(await queries.deleteTotp(tx, id))) throw new AppError('SECOND_FACTOR_NOT_FOUND');
    await endUnneededRecoveryCodes(tx, id);
    await tellOfFactor(ctx, tx, 'totp.removed');
  });
}

/** Makes new recovery codes. Throws `SECOND_FACTOR_NOT_FOUND` for who has no other factor, or `STEP_UP_REQUIRED`. */
export function makeRecoveryCodes(ctx: ActorContext): Promise<RecoveryCodes> {
  return changeFactors(ctx, { stepUp: true }, async (tx, { id }) => {
    const { totpSince, passkeys } = await queries.findFactors(tx, id);
    if (totpSince === null && passkeys === 0) throw new AppError('SECOND_FACTOR_NOT_FOUND');
    await tellOfFactor(ctx, tx, 'recoveryCodes.made');
    return { recoveryCodes: await renewRecoveryCodes(tx, id) };
  });
}

/** Deletes the secrets that were not confirmed in time. */
export async function purgeUnconfirmedTotp({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await queries.deleteUnconfirmedTotp(db, new Date(clock.now().getTime() - UNCONFIRMED_MS));
}
