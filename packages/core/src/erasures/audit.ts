import type { Transaction } from '@palaver/db';
import * as admin from '../admin/access.js';
import type { Services } from '../procedures/services.js';
import { recordAct } from '../servers/audit-log.js';
import { accessUsers } from '../users/access.js';
import { DELETED_PROFILE } from '../users/deleted-profile.js';
import type { Erasure } from './queries.js';
import * as queries from './queries.js';

/** Says in an audit log how many messages were deleted. */
export async function recordEnd(
  services: Pick<Services, 'clock'>,
  tx: Transaction,
  erasure: Erasure,
): Promise<void> {
  const { kind, channelId, userId, serverId } = erasure;
  if (kind === 'user' && userId !== null) return recordUserEnd(services, tx, erasure, userId);
  if (channelId !== null) return recordChannelEnd(services, tx, erasure, channelId);
  if (userId !== null && serverId !== null)
    await recordMemberEnd(services, tx, erasure, { userId, serverId });
}

/** A retention that has found nothing is not worth a line. */
async function recordChannelEnd(
  services: Pick<Services, 'clock'>,
  tx: Transaction,
  { kind, askedBy, removed }: Erasure,
  channelId: string,
): Promise<void> {
  const isRetention = kind === 'retention';
  const channel = await queries.findNamed(tx, channelId);
  if (!channel || (isRetention && removed === 0)) return;
  const { serverId, name, isPrivate } = channel;
  await recordAct({ actor: actorOf(askedBy), services }, tx, {
    serverId,
    act: isRetention ? 'channel.messagesExpired' : 'erasure.ended',
    target: { id: channelId, name: isPrivate ? null : name },
    details: { count: removed },
  });
}

async function recordMemberEnd(
  services: Pick<Services, 'clock'>,
  tx: Transaction,
  { askedBy, removed }: Erasure,
  { userId, serverId }: { readonly userId: string; readonly serverId: string },
): Promise<void> {
  const [user] = await accessUsers(tx, [userId]);
  await recordAct({ actor: actorOf(askedBy), services }, tx, {
    serverId,
    act: 'erasure.ended',
    target: { id: userId, name: user?.username ?? null },
    details: { count: removed },
  });
}

/** The service itself does the work. */
async function recordUserEnd(
  services: Pick<Services, 'clock'>,
  tx: Transaction,
  { id, removed }: Erasure,
  userId: string,
): Promise<void> {
  await admin.recordAct(
    { services, admin: { userId: null, name: 'the service' }, request: { requestId: id } },
    tx,
    {
      act: 'user.erasureEnded',
      target: { id: userId, name: DELETED_PROFILE.username },
      details: { count: removed },
    },
  );
}

const actorOf = (userId: string | null) => (userId === null ? null : { userId });
