import { randomBytes } from 'node:crypto';
import { homeBytes, type Queryable, type Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireQuota } from '../kernel/errors/require-quota.js';
import type { Actor } from '../kernel/services/actor.js';
import { iso } from '../kernel/sql/instant.js';
import { lockStream } from '../log/append.js';
import { serverStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import { type ActorContext, type Context, within } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import type { UsedInvite } from '../procedures/upward-calls.js';
import type { Invite, InvitePreview } from '../protocol/records/invite.js';
import type { Server } from '../protocol/records/server.js';
import { requireJoiningUser } from '../users/access.js';
import { accessServer, lockServer } from './access.js';
import { requireAdmission } from './admission.js';
import { recordAct } from './audit-log.js';
import { isBanned } from './ban-queries.js';
import * as queries from './invite-queries.js';
import { findMember } from './member-queries.js';
import { joinServer } from './members.js';
import { may } from './permissions.js';
import type { InviteRow, ServerRow } from './queries.js';
import { toInvite, toServer } from './record.js';
import type { CreateInviteInput, ListInvitesInput, ServerInviteInput } from './schemas.js';

/** Creates an invite; without limits it works until it is deleted. Throws `SERVER_NOT_FOUND` or `TOO_MANY_INVITES`. */
export async function createInvite(ctx: ActorContext, input: CreateInviteInput): Promise<Invite> {
  const { serverId, expiresInSeconds, maxUses } = input;
  return transact(ctx, async (tx) => {
    // Under the lock, so that no invite of somebody who is being removed is left over.
    const server = await lockServer(ctx, tx, serverId, 'invite');
    const now = ctx.services.clock.now();
    const open = await queries.countOpenInvites(tx, server.id, now);
    requireQuota('invitesPerServer', open, ctx.services.settings.quotas.invitesPerServer);
    const invite: InviteRow = {
      code: Buffer.concat([homeBytes(server.id), randomBytes(10)]).toString('base64url'),
      serverId: server.id,
      createdBy: ctx.actor.userId,
      createdAt: now,
      expiresAt: expiresInSeconds == null ? null : new Date(now.getTime() + expiresInSeconds * 1000),
      maxUses: maxUses ?? null,
      uses: 0,
    };
    await queries.insertInvite(tx, invite);
    return toInvite(invite);
  });
}

/** Lists invites: all of them for an admin, their own for a member. Throws `SERVER_NOT_FOUND`. */
export async function listInvites(ctx: ActorContext, input: ListInvitesInput): Promise<Invite[]> {
  const server = await accessServer(ctx, input.serverId, 'read');
  const createdBy = may(server.role, 'manageInvites') ? null : ctx.actor.userId;
  const rows = await queries.listInvites(ctx.services.db, server.id, input, createdBy);
  return rows.map(toInvite);
}

/** Deletes an invite: the caller's own, or any for an admin. Throws `INVITE_NOT_FOUND`. */
export async function deleteInvite(ctx: ActorContext, input: ServerInviteInput): Promise<void> {
  await transact(ctx, async (tx) => {
    const server = await accessServer(within(tx, ctx), input.serverId, 'read');
    const found = await findInvite(tx, input.code);
    const isOwn = found?.invite.createdBy === ctx.actor.userId;
    const hidden = !isOwn && !may(server.role, 'manageInvites');
    if (found?.server.id !== server.id || hidden) throw new AppError('INVITE_NOT_FOUND');
    await queries.deleteInvite(tx, input.code);
    if (isOwn) return;
    const { createdBy } = found.invite;
    const target = { id: server.id, name: server.name };
    await recordAct(ctx, tx, { serverId: server.id, act: 'invite.deleted', target, details: { createdBy } });
  });
}

/**
 * The server that an invite leads to, for anyone who knows its code, also without an account. Throws `INVITE_NOT_FOUND` or
 * `BANNED`.
 */
export async function previewInvite(
  ctx: Context & { readonly actor: Actor | undefined },
  code: string,
): Promise<InvitePreview> {
  const { invite, server } = requireUsable(ctx.services, await findInvite(ctx.services.db, code));
  if (ctx.actor && (await isBanned(ctx.services.db, server.id, ctx.actor.userId)))
    throw new AppError('BANNED');
  const { id, name, iconPath, memberCount } = server;
  const expiresAt = invite.expiresAt && iso(invite.expiresAt);
  return { code, expiresAt, server: { id, name, iconPath, memberCount } };
}

/**
 * Joins a server by an invite. For a member nothing changes, and no use is counted, also where the invite has just been
 * used up by them. Throws `INVITE_NOT_FOUND`, `BANNED` or `TOO_MANY_SERVERS_JOINED`.
 */
export async function acceptInvite(ctx: ActorContext, code: string): Promise<Server> {
  return transact(ctx, (tx, emit) =>
    joinByInvite(ctx.services, tx, emit, { code, userId: ctx.actor.userId }),
  );
}

/** Throws `INVITE_NOT_FOUND` for an invite that nobody can use now. */
export async function requireInvite(
  services: Pick<Services, 'clock'>,
  q: Queryable,
  code: string,
): Promise<void> {
  requireUsable(services, await findInvite(q, code));
}

/** The same as `acceptInvite` inside a transaction, for an account that may be new. */
export async function joinByInvite(
  services: Pick<Services, 'clock' | 'settings' | 'upward'>,
  tx: Transaction,
  emit: Emit,
  { code, userId }: UsedInvite,
): Promise<Server> {
  const found = await findInvite(tx, code);
  if (!found) throw new AppError('INVITE_NOT_FOUND');
  const user = await requireJoiningUser(tx, userId, { alone: true });
  await lockStream(tx, serverStream(found.server.id));
  // Read again under the lock: the last use may have been taken, or the server deleted, in between.
  const current = await findInvite(tx, code);
  if (current && (await findMember(tx, current.server.id, user.id))) return toServer(current.server);
  const { server } = requireUsable(services, current);
  await requireAdmission(services, tx, server.id, user.id);
  const joined = await joinServer(services, tx, emit, { serverId: server.id, user, role: 'member' });
  await queries.useInvite(tx, code);
  return toServer(joined);
}

type FoundInvite = { readonly invite: InviteRow; readonly server: ServerRow; readonly isPaused: boolean };

function requireUsable({ clock }: Pick<Services, 'clock'>, found: FoundInvite | null): FoundInvite {
  if (!found) throw new AppError('INVITE_NOT_FOUND');
  const { expiresAt, maxUses, uses } = found.invite;
  const expired = expiresAt !== null && expiresAt <= clock.now();
  if (found.isPaused || expired || (maxUses !== null && uses >= maxUses))
    throw new AppError('INVITE_NOT_FOUND');
  return found;
}

async function findInvite(q: Queryable, code: string): Promise<FoundInvite | null> {
  return isCode(code) ? queries.findInvite(q, code) : null;
}

/** A text that cannot be a code is not looked up; one with a NUL cannot even be sent to Postgres. */
function isCode(code: string): boolean {
  return /^[\w-]{1,64}$/.test(code);
}
