import type { Transaction } from '@palaver/db';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { databaseNow } from '../kernel/sql/database-now.js';
import { iso } from '../kernel/sql/instant.js';
import { serverStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { Timeout } from '../protocol/records/timeout.js';
import { accessUser } from '../users/access.js';
import { type PublicUserRow, toUser } from '../users/record.js';
import { accessServer, lockServer } from './access.js';
import { recordAct } from './audit-log.js';
import { findMember, findRole } from './member-queries.js';
import { requireOutranked } from './permissions.js';
import type { ListTimeoutsInput, TimeoutInput, TimeoutOfInput } from './schemas.js';
import * as queries from './timeout-queries.js';

/** A time-out that is longer is a ban. */
export const TIMEOUT_MAX_DAYS = 28;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Times a member out with their bots (docs/reference.md, Time-outs); of one who is timed out already, the end and the
 * reason are replaced. Throws `SERVER_NOT_FOUND`, `MODERATOR_REQUIRED`, `MEMBER_NOT_FOUND`, `ADMIN_REQUIRED`,
 * `OWNER_REQUIRED`, `OWNER_CANNOT_LEAVE`, or `INVALID_INPUT` for an end that is past or too far away.
 */
export async function timeOutMember(ctx: ActorContext, input: TimeoutInput): Promise<Timeout> {
  const { until, reason = null } = input;
  return transact(ctx, async (tx, emit) => {
    const server = await lockServer(ctx, tx, input.serverId, 'timeOut');
    const userId = requireUuid(input.userId, 'MEMBER_NOT_FOUND');
    const member = await findMember(tx, server.id, userId);
    if (!member) throw new AppError('MEMBER_NOT_FOUND');
    requireOutranked(server.role, member.role);
    requireSoon(until, await databaseNow(tx));
    const createdAt = ctx.services.clock.now();
    const fresh = { serverId: server.id, userId, until, reason, timedOutBy: ctx.actor.userId, createdAt };
    const timeout = toTimeout(await queries.upsertTimeout(tx, fresh), member.user);
    await publishTimeout(tx, emit, server.id, userId);
    await recordAct(ctx, tx, {
      serverId: server.id,
      act: 'user.timedOut',
      target: { id: userId, name: member.user.username },
      details: { until: timeout.until, reason },
    });
    return timeout;
  });
}

/**
 * Ends a time-out, also of somebody who has left the server; without a time-out nothing changes. Throws `SERVER_NOT_FOUND`,
 * `MODERATOR_REQUIRED`, `USER_NOT_FOUND`, `ADMIN_REQUIRED`, `OWNER_REQUIRED` or `OWNER_CANNOT_LEAVE`.
 */
export async function endTimeout(ctx: ActorContext, input: TimeoutOfInput): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const server = await lockServer(ctx, tx, input.serverId, 'timeOut');
    const { id, username } = await accessUser({ db: tx }, input.userId);
    const role = await findRole(tx, server.id, id);
    if (role !== null) requireOutranked(server.role, role);
    if (!(await liftTimeout(tx, emit, server.id, id))) return;
    await recordAct(ctx, tx, {
      serverId: server.id,
      act: 'user.timeoutEnded',
      target: { id, name: username },
    });
  });
}

/** Ends a time-out under the server's lock, and publishes it. Returns whether there was one. */
export async function liftTimeout(
  tx: Transaction,
  emit: Emit,
  serverId: string,
  userId: string,
): Promise<boolean> {
  const was = await queries.deleteTimeout(tx, serverId, userId);
  if (was) await publishTimeout(tx, emit, serverId, userId);
  return was;
}

/** The time-outs of a server, newest first. Throws `SERVER_NOT_FOUND` or `MODERATOR_REQUIRED`. */
export async function listTimeouts(ctx: ActorContext, input: ListTimeoutsInput): Promise<Timeout[]> {
  const server = await accessServer(ctx, input.serverId, 'timeOut');
  const rows = await queries.listTimeouts(ctx.services.db, server.id, input);
  return rows.map(({ timeout, user }) => toTimeout(timeout, user));
}

function requireSoon(until: Date, now: Date): void {
  const latest = now.getTime() + TIMEOUT_MAX_DAYS * DAY_MS;
  if (until <= now) throw invalidField('until', 'must lie in the future');
  if (until.getTime() > latest) throw invalidField('until', `must lie within ${TIMEOUT_MAX_DAYS} days`);
}

/** What posts know of these members is read again after these events. */
async function publishTimeout(tx: Transaction, emit: Emit, serverId: string, userId: string): Promise<void> {
  const members = await queries.copyTimeout(tx, serverId, userId);
  await emit(
    members.map(({ userId, role, timedOutUntil }) => {
      const data = { serverId, userId, role, timedOutUntil: timedOutUntil && iso(timedOutUntil) };
      return { stream: serverStream(serverId), event: { type: 'member.updated' as const, data } };
    }),
  );
}

function toTimeout(row: queries.TimeoutRow, user: PublicUserRow): Timeout {
  const { userId, until, reason, timedOutBy, createdAt } = row;
  return { userId, user: toUser(user), until: iso(until), reason, timedOutBy, createdAt: iso(createdAt) };
}
