import { newId } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { uniqueOr } from '../kernel/errors/unique.js';
import { iso } from '../kernel/sql/instant.js';
import { findReplay } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { CreatedPasskey, Passkey, SecondFactors } from '../protocol/records/second-factor.js';
import {
  changeFactors,
  endUnneededRecoveryCodes,
  renewRecoveryCodes,
  tellOfFactor,
} from './factor-context.js';
import { takeChallengeOf } from './passkey-challenges.js';
import { ALGORITHMS } from './passkey-options.js';
import * as passkeyQueries from './passkey-queries.js';
import { findFactors } from './queries.js';
import { relyingParty } from './relying-party.js';
import type { CreatePasskeyInput, UpdatePasskeyInput } from './schemas.js';

const PASSKEYS_MAX = 20;

const TAKEN = { passkeys_credential_key: 'PASSKEY_EXISTS' } as const;

/**
 * Registers a passkey; the first second factor of an account comes with recovery codes. Throws `WRONG_SECOND_FACTOR` when
 * what the authenticator made is not valid for the challenge, `PASSKEY_EXISTS`, `TOO_MANY_PASSKEYS` or `STEP_UP_REQUIRED`.
 */
export async function createPasskey(ctx: ActorContext, input: CreatePasskeyInput): Promise<CreatedPasskey> {
  const replayed = await findReplay<CreatedPasskey>(ctx, { secret: true });
  if (replayed) return replayed.answer;
  await ctx.services.upward.requireStepUp(ctx);
  const made = await verifyMade(ctx, input);
  return uniqueOr(TAKEN, () =>
    changeFactors(ctx, { stepUp: true }, async (tx, me) => {
      const { totpSince, passkeys } = await findFactors(tx, me.id);
      if (passkeys >= PASSKEYS_MAX) throw new AppError('TOO_MANY_PASSKEYS');
      const row = {
        id: newId(),
        userId: me.id,
        name: input.name,
        createdAt: ctx.services.clock.now(),
        lastUsedAt: null,
      };
      await passkeyQueries.insertPasskey(tx, { ...row, ...made });
      await tellOfFactor(ctx, tx, 'passkey.added', input.name);
      const isFirst = totpSince === null && passkeys === 0;
      const recoveryCodes = isFirst ? await renewRecoveryCodes(tx, me.id) : null;
      return { passkey: toPasskey(row), recoveryCodes };
    }),
  );
}

/** Checks what the authenticator made. Throws `WRONG_SECOND_FACTOR`. */
async function verifyMade(ctx: ActorContext, { credential }: CreatePasskeyInput) {
  const use = { purpose: 'register', sessionId: ctx.actor.sessionId } as const;
  const challenge = await takeChallengeOf(ctx.services, credential.response.clientDataJSON, use);
  if (challenge === null) throw new AppError('WRONG_SECOND_FACTOR');
  const { id, origins } = relyingParty(ctx.services.settings);
  // Loaded when it is needed: it takes a few tenths of a second.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
    // It throws an error of its own for each rule that is broken; none is a fault of the service.
  }).catch(() => null);
  if (!verified?.verified) throw new AppError('WRONG_SECOND_FACTOR');
  const made = verified.registrationInfo.credential;
  return { credentialId: made.id, publicKey: Buffer.from(made.publicKey), counter: made.counter };
}

/** The caller's passkeys, newest first. */
export async function listPasskeys({ services: { db }, actor }: ActorContext): Promise<Passkey[]> {
  return (await passkeyQueries.listPasskeys(db, actor.userId)).map(toPasskey);
}

/** What the caller's account has besides a password. */
export async function getSecondFactors(ctx: ActorContext): Promise<SecondFactors> {
  const { totpSince, recoveryCodes } = await findFactors(ctx.services.db, ctx.actor.userId);
  return {
    totpSince: totpSince && iso(totpSince),
    passkeys: await listPasskeys(ctx),
    recoveryCodesLeft: recoveryCodes,
  };
}

/** Throws `PASSKEY_NOT_FOUND`. */
export function renamePasskey(ctx: ActorContext, input: UpdatePasskeyInput): Promise<Passkey> {
  const id = requireUuid(input.passkeyId, 'PASSKEY_NOT_FOUND');
  return changeFactors(ctx, { stepUp: false }, async (tx, me) => {
    const row = await passkeyQueries.renamePasskey(tx, me.id, id, input.name);
    if (row === null) throw new AppError('PASSKEY_NOT_FOUND');
    return toPasskey(row);
  });
}

/** Throws `PASSKEY_NOT_FOUND` or `STEP_UP_REQUIRED`. */
export async function removePasskey(ctx: ActorContext, passkeyId: string): Promise<void> {
  const id = requireUuid(passkeyId, 'PASSKEY_NOT_FOUND');
  await changeFactors(ctx, { stepUp: true }, async (tx, me) => {
    if (!(await passkeyQueries.deletePasskey(tx, me.id, id))) throw new AppError('PASSKEY_NOT_FOUND');
    await endUnneededRecoveryCodes(tx, me.id);
    await tellOfFactor(ctx, tx, 'passkey.removed');
  });
}

function toPasskey(
  row: Pick<passkeyQueries.PasskeyRow, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>,
): Passkey {
  const { id, name, createdAt, lastUsedAt } = row;
  return { id, name, createdAt: iso(createdAt), lastUsedAt: lastUsedAt && iso(lastUsedAt) };
}
