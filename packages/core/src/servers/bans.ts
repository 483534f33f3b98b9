import { invalidField } from '../kernel/errors/app-error.js';
import { databaseNow } from '../kernel/sql/database-now.js';
import { iso } from '../kernel/sql/instant.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { Ban } from '../protocol/records/ban.js';
import { accessUser } from '../users/access.js';
import { type PublicUserRow, toUser } from '../users/record.js';
import { accessServer, lockServer } from './access.js';
import { recordAct } from './audit-log.js';
import * as queries from './ban-queries.js';
import { leaveServer } from './leaving.js';
import { findRole } from './member-queries.js';
import { beginRemoval } from './message-removals.js';
import { requireOutranked } from './permissions.js';
import type { BanInput, ListBansInput, UnbanInput } from './schemas.js';

/**
 * Bans a user from a server, who leaves it where they are in it (docs/reference.md, Bans). Of one who is banned already,
 * the reason and the end are replaced. With `deleteMessageHours` their messages are deleted in the background. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED`, `OWNER_REQUIRED`,
 * `OWNER_CANNOT_LEAVE`, `USER_NOT_FOUND`, or `INVALID_INPUT` for an end that is past.
 */
export async function banUser(ctx: ActorContext, input: BanInput): Promise<Ban> {
  const ban = await transact(ctx, async (tx, emit) => {
    const server = await lockServer(ctx, tx, input.serverId, 'ban');
    const user = await accessUser({ db: tx }, input.userId);
    const [serverId, userId] = [server.id, user.id];
    const role = await findRole(tx, serverId, userId);
    if (role !== null) {
      requireOutranked(server.role, role);
      await leaveServer(ctx.services, tx, emit, { serverId, userId });
    }
    const { reason = null, expiresAt = null } = input;
    if (expiresAt !== null && expiresAt <= (await databaseNow(tx)))
      throw invalidField('expiresAt', 'must lie in the future');
    const fresh = {
      serverId,
      userId,
      reason,
      bannedBy: ctx.actor.userId,
      createdAt: ctx.services.clock.now(),
      expiresAt,
    };
    const ban = toBan(await queries.upsertBan(tx, fresh), user);
    await ctx.services.upward.stopSecretsOf(ctx, tx, emit, { serverId, userId });
    const { deleteMessageHours: hours } = input;
    if (hours !== undefined) await beginRemoval(ctx, tx, { serverId, userId, hours });
    const details = { reason, expiresAt: ban.expiresAt };
    await recordAct(ctx, tx, { serverId, act: 'user.banned', target: nameOf(user), details });
    return ban;
  });
  ctx.services.background.wake();
  return ban;
}

/**
 * Ends a ban; for a user who is not banned nothing changes. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED` or
 * `USER_NOT_FOUND`.
 */
export async function unbanUser(ctx: ActorContext, input: UnbanInput): Promise<void> {
  await transact(ctx, async (tx) => {
    const server = await lockServer(ctx, tx, input.serverId, 'ban');
    const user = await accessUser({ db: tx }, input.userId);
    const wasBanned = await queries.deleteBan(tx, server.id, user.id);
    if (!wasBanned) return;
    await recordAct(ctx, tx, { serverId: server.id, act: 'user.unbanned', target: nameOf(user) });
  });
}

/** The bans of a server, newest first. Throws `SERVER_NOT_FOUND` or `ADMIN_REQUIRED`. */
export async function listBans(ctx: ActorContext, input: ListBansInput): Promise<Ban[]> {
  const server = await accessServer(ctx, input.serverId, 'ban');
  const rows = await queries.listBans(ctx.services.db, server.id, input);
  return rows.map(({ ban, user }) => toBan(ban, user));
}

function nameOf({ id, username }: PublicUserRow): { id: string; name: string } {
  return { id, name: username };
}

function toBan(row: queries.BanRow, user: PublicUserRow): Ban {
  const { userId, reason, bannedBy, createdAt, expiresAt } = row;
  return {
    userId,
    user: toUser(user),
    reason,
    bannedBy,
    createdAt: iso(createdAt),
    expiresAt: expiresAt && iso(expiresAt),
  };
}
