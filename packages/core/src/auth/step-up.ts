import { AppError } from '../kernel/errors/app-error.js';
import type { Actor } from '../kernel/services/actor.js';
import { iso } from '../kernel/sql/instant.js';
import { findReplay, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { StepUp, StepUpContext } from '../procedures/upward-calls.js';
import type { Verified } from '../protocol/records/session.js';
import type { GivenFactor } from '../second-factors/schemas.js';
import { useFactor } from '../second-factors/use-factor.js';
import { findOwnLogin } from './queries.js';
import type { VerifyInput } from './schemas.js';
import { guessInSession, isOwnPassword } from './session-password.js';
import { findVerifiedAt, setVerifiedAt } from './session-queries.js';
import { holdSession } from './sessions.js';

/** For how long a proof counts (docs/reference.md, section 5). */
const PROOF_MS = 10 * 60_000;

/**
 * Requires that the person is there, for what a stolen session must not do. A password is checked, and five wrong ones
 * end the session; it hashes, so call it with one outside of a transaction. Without one, the person must have proven in
 * this session who they are within the last ten minutes. Throws `STEP_UP_REQUIRED`, `KEY_NOT_ALLOWED`,
 * `WRONG_PASSWORD`, or `UNAUTHENTICATED` when the session has ended.
 */
export async function requireStepUp(
  { services, actor }: StepUpContext,
  { password, tx }: StepUp = {},
): Promise<void> {
  if (actor.key !== undefined) throw new AppError('KEY_NOT_ALLOWED');
  if (password !== undefined) return requirePassword(services, actor, password);
  const verifiedAt = await findVerifiedAt(tx ?? services.db, actor.sessionId);
  const age =
    verifiedAt === null ? Number.POSITIVE_INFINITY : services.clock.now().getTime() - verifiedAt.getTime();
  if (age >= PROOF_MS) throw new AppError('STEP_UP_REQUIRED');
}

/** Throws `WRONG_PASSWORD`. */
async function requirePassword(
  services: StepUpContext['services'],
  actor: Actor,
  password: string,
): Promise<void> {
  const me = await findOwnLogin(services.db, actor.userId);
  if (me === null) throw new AppError('UNAUTHENTICATED');
  const isOwn = await isOwnPassword(services, actor, me.passwordHash, password);
  if (!isOwn) throw new AppError('WRONG_PASSWORD');
}

/** Throws `WRONG_SECOND_FACTOR`. */
async function requireFactor(ctx: ActorContext, factor: GivenFactor): Promise<void> {
  const { userId, sessionId } = ctx.actor;
  const use = { purpose: 'verify', sessionId, client: ctx.request } as const;
  const isOwn = await guessInSession(ctx.services, ctx.actor, () =>
    useFactor(ctx.services, userId, factor, use),
  );
  if (!isOwn) throw new AppError('WRONG_SECOND_FACTOR');
}

/**
 * Proves in a session that the person is there, for the next ten minutes. Throws `WRONG_PASSWORD` or `WRONG_SECOND_FACTOR`;
 * five wrong ones of either kind end the session.
 */
export async function verify(ctx: ActorContext, { password, ...factor }: VerifyInput): Promise<Verified> {
  const replayed = await findReplay<Verified>(ctx);
  if (replayed) return replayed.answer;
  if (password !== undefined) await requirePassword(ctx.services, ctx.actor, password);
  else await requireFactor(ctx, factor);
  return transact(ctx, async (tx) => {
    await holdSession(ctx, tx);
    const now = ctx.services.clock.now();
    await setVerifiedAt(tx, ctx.actor.sessionId, now);
    return { ok: true, until: iso(new Date(now.getTime() + PROOF_MS)) };
  });
}
