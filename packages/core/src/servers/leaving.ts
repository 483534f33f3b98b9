import type { Transaction } from '@palaver/db';
import { rowByRow, type WorkSource } from '../kernel/concurrency/background-work.js';
import { AppError } from '../kernel/errors/app-error.js';
import { tryLock } from '../kernel/sql/try-lock.js';
import { lockStream, lockStreams } from '../log/append.js';
import { serverStream, userStream } from '../log/streams.js';
import { type Emit, transact, type WriteContext } from '../log/transact.js';
import type { Using } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import { deleteBansOf } from './ban-queries.js';
import type { Departure } from './departure-queries.js';
import * as queries from './departure-queries.js';
import { deleteInvitesOf } from './invite-queries.js';
import { deleteMemberWithBots, findRole } from './member-queries.js';
import { passOnServer } from './succession.js';
import { deleteTimeoutsOf } from './timeout-queries.js';

/** What ending a membership needs of the service. */
export type LeavingServices = Pick<Services, 'upward' | 'settings' | 'clock'>;

/**
 * Ends a membership with what depends on it: the user's bots leave as well, and all their invites and places in
 * user groups end. From the commit on
 * none of them reads or posts in the server. They also leave its channels: up to a bound in this transaction, the others
 * in later ones (`departures`). Call it under the server's lock. Throws `MEMBER_NOT_FOUND`.
 */
export async function leaveServer(
  services: LeavingServices,
  tx: Transaction,
  emit: Emit,
  { serverId, userId }: Departure,
): Promise<void> {
  const left = await deleteMemberWithBots(tx, serverId, userId);
  if (!left) throw new AppError('MEMBER_NOT_FOUND');
  const { userIds, memberCount } = left;
  await deleteInvitesOf(tx, serverId, userIds);
  await emit(
    userIds.map((userId, index) => {
      const data = {
        serverId,
        channelId: null,
        userId,
        memberCount: memberCount + userIds.length - 1 - index,
      };
      return { stream: serverStream(serverId), event: { type: 'member.left', data } };
    }),
  );
  await services.upward.leaveUserGroups(tx, emit, serverId, userIds);
  await leaveChannels(services, tx, emit, serverId, userIds);
  await lockStreams(tx, userIds.toSorted().map(userStream));
  const event = { type: 'access.revoked' as const, data: { serverId, channelId: null } };
  await emit(userIds.map(userStream), event);
  await services.upward.tellOfSecrets(services, tx, { serverId, userId });
}

/** Leaves some channels, and keeps in mind who has more to leave. */
async function leaveChannels(
  services: LeavingServices,
  tx: Transaction,
  emit: Emit,
  serverId: string,
  userIds: readonly string[],
): Promise<void> {
  const areLeft = await services.upward.leaveSomeChannels(tx, emit, serverId, userIds);
  if (areLeft) await queries.insertDepartures(tx, serverId, userIds);
  else await queries.deleteDepartures(tx, serverId, userIds);
}

/**
 * Lets a user leave every server, as part of deleting the account, in later transactions, which pass on the servers that
 * the user owns. Its bans and time-outs end.
 */
export async function beginToLeaveAllServers(tx: Transaction, userId: string): Promise<void> {
  await deleteBansOf(tx, userId);
  await deleteTimeoutsOf(tx, userId);
  await queries.insertDeparturesFromAll(tx, userId);
}

/** The departures that are still to be ended, as background work. */
export function departures(ctx: WriteContext & Using<keyof LeavingServices>): WorkSource {
  return rowByRow<Departure>(
    (after) => queries.nextDeparture(ctx.services.db, after),
    (departure) => continueDeparture(ctx, departure),
  );
}

/**
 * Ends the membership where it still stands, and leaves some more channels. One that is over already stays so. An owner is
 * succeeded first. Returns false where another node is doing that.
 */
function continueDeparture(
  ctx: WriteContext & Using<keyof LeavingServices>,
  departure: Departure,
): Promise<boolean> {
  const { serverId, userId } = departure;
  return transact(ctx, async (tx, emit) => {
    if (!(await tryLock(tx, `departure/${serverId}/${userId}`))) return false;
    await lockStream(tx, serverStream(serverId));
    if (!(await queries.isDeparting(tx, serverId, userId))) return true;
    const role = await findRole(tx, serverId, userId);
    if (role === null) await leaveChannels(ctx.services, tx, emit, serverId, [userId]);
    else if (role !== 'owner' || (await passOnServer(ctx.services, tx, emit, departure)))
      await leaveServer(ctx.services, tx, emit, departure);
    return true;
  });
}
