import type { Transaction } from '@palaver/db';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { iso } from '../kernel/sql/instant.js';
import { serverStream, userStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import { type ActorContext, type UpwardServices, within } from '../procedures/context.js';
import type { Role, ServerMember } from '../protocol/records/server.js';
import {
  accessUsers,
  type JoiningUser,
  lockJoiningUser,
  lockOwnedBot,
  type OwnedBot,
} from '../users/access.js';
import { toUser } from '../users/record.js';
import { accessServer, isServerMember, lockServer } from './access.js';
import { requireAdmission, requireRoomForOwnServer } from './admission.js';
import { recordAct } from './audit-log.js';
import { leaveServer } from './leaving.js';
import * as queries from './member-queries.js';
import { makeOwner, setRole } from './ownership.js';
import { requireOutranked, requirePermission } from './permissions.js';
import type { MemberRow, ServerRow } from './queries.js';
import { toMember, toServer } from './record.js';
import type { MemberInput, UpdateMemberInput } from './schemas.js';

/** Who joins which server, and with which role. */
export interface Join {
  readonly serverId: string;
  readonly user: JoiningUser | OwnedBot;
  readonly role: Role;
}

/**
 * Makes a user a member of a server and of its channels that are joined by default, and publishes it in the streams of
 * all of them, the user's last. Call it under the server's lock. Returns the changed server. Throws `ALREADY_A_MEMBER`.
 */
export async function joinServer(
  services: UpwardServices,
  tx: Transaction,
  emit: Emit,
  join: Join,
): Promise<ServerRow> {
  const { serverId, user, role } = join;
  const { server, seq } = await emit(serverStream(serverId), async ({ at }) => {
    const added = await queries.insertMember(tx, { serverId, userId: user.id, role, joinedAt: at });
    if (!added) throw new AppError('ALREADY_A_MEMBER');
    const { server } = added;
    const timedOutUntil = added.timedOutUntil && iso(added.timedOutUntil);
    const data = {
      serverId,
      channelId: null,
      user: toUser(user),
      role,
      joinedAt: iso(at),
      timedOutUntil,
      memberCount: server.memberCount,
    };
    return { server, event: { type: 'member.joined' as const, data } };
  });
  await services.upward.joinDefaultChannels(tx, emit, serverId, user.id);
  const data = { server: toServer(server), role, since: seq };
  await emit(userStream(user.id), { type: 'server.joined', data });
  return server;
}

/**
 * Adds one of the caller's own bots to a server. Throws `BOT_NOT_FOUND`, `ALREADY_A_MEMBER`, `BANNED` or
 * `TOO_MANY_SERVERS_JOINED`.
 */
export async function addBot(ctx: ActorContext, input: MemberInput): Promise<ServerMember> {
  const { serverId, userId } = input;
  return transact(ctx, async (tx, emit) => {
    await accessServer(within(tx, ctx), serverId, 'invite');
    // The bot is locked before its servers, as in deleting a bot.
    const bot = await lockOwnedBot(ctx, tx, userId);
    await lockServer(ctx, tx, serverId, 'invite');
    if (await isServerMember(tx, serverId, bot.id)) throw new AppError('ALREADY_A_MEMBER');
    await requireAdmission(ctx.services, tx, serverId, bot.id);
    await joinServer(ctx.services, tx, emit, { serverId, user: bot, role: 'member' });
    return toMember(await requireMember(tx, serverId, bot.id));
  });
}

/**
 * Changes a member's role; `owner` hands over the ownership and makes the former owner an admin. Throws
 * `OWNER_REQUIRED`, `MEMBER_NOT_FOUND`, `TOO_MANY_SERVERS`, `STEP_UP_REQUIRED` to hand over, or `INVALID_INPUT` for a
 * bot's role or the owner's own.
 */
export async function changeRole(ctx: ActorContext, input: UpdateMemberInput): Promise<ServerMember> {
  const { serverId, role } = input;
  return transact(ctx, async (tx, emit) => {
    if (role === 'owner') await lockNewOwner(ctx, tx, input);
    await lockServer(ctx, tx, serverId, 'changeRoles');
    const member = await requireMember(tx, serverId, input.userId);
    if (member.role === role) return toMember(member);
    if (member.user.bot) throw invalidField('role', 'a bot is always a member');
    if (member.role === 'owner') throw invalidField('role', 'name another member the owner instead');
    if (role === 'owner') {
      await ctx.services.upward.requireStepUp(ctx, { tx });
      await requireRoomForOwnServer(ctx.services, tx, member.user.id);
      await makeOwner(tx, emit, { serverId, from: ctx.actor.userId, to: member.user.id });
    } else {
      await setRole(tx, emit, serverId, member.user.id, role);
      await ctx.services.upward.tellOfSecrets(ctx.services, tx, { serverId, userId: member.user.id });
    }
    const act = role === 'owner' ? 'server.handedOver' : 'member.roleChanged';
    const target = { id: member.user.id, name: member.user.username };
    await recordAct(ctx, tx, { serverId, act, target, details: { from: member.role, to: role } });
    return toMember(await requireMember(tx, serverId, member.user.id));
  });
}

/** The account's lock comes before the server's. Whoever may not hand the server over locks no account. */
async function lockNewOwner(ctx: ActorContext, tx: Transaction, input: UpdateMemberInput): Promise<void> {
  await accessServer(within(tx, ctx), input.serverId, 'changeRoles');
  await lockJoiningUser(tx, requireUuid(input.userId, 'MEMBER_NOT_FOUND'), { alone: true });
}

/**
 * Removes a member from a server (docs/permissions.md). Throws `MEMBER_NOT_FOUND`, `ADMIN_REQUIRED`, `OWNER_REQUIRED`
 * or `OWNER_CANNOT_LEAVE`.
 */
export async function removeMember(ctx: ActorContext, input: MemberInput): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const server = await lockServer(ctx, tx, input.serverId, 'read');
    const member = await requireMember(tx, server.id, input.userId);
    if (!(await isOwn(ctx, tx, member.user.id))) {
      requirePermission(server.role, 'removeMembers');
      requireOutranked(server.role, member.role);
      const target = { id: member.user.id, name: member.user.username };
      await recordAct(ctx, tx, { serverId: server.id, act: 'member.removed', target });
    }
    if (member.role === 'owner') throw new AppError('OWNER_CANNOT_LEAVE');
    await leaveServer(ctx.services, tx, emit, { serverId: server.id, userId: member.user.id });
  });
  ctx.services.background.wake();
}

async function requireMember(tx: Transaction, serverId: string, userId: string): Promise<MemberRow> {
  const member = await queries.findMember(tx, serverId, requireUuid(userId, 'MEMBER_NOT_FOUND'));
  if (!member) throw new AppError('MEMBER_NOT_FOUND');
  return member;
}

async function isOwn(ctx: ActorContext, tx: Transaction, userId: string): Promise<boolean> {
  if (userId === ctx.actor.userId) return true;
  const [user] = await accessUsers(tx, [userId]);
  // A deleted bot is a member until its departure has been worked on.
  if (!user) throw new AppError('MEMBER_NOT_FOUND');
  return user.botOwnerId === ctx.actor.userId;
}
