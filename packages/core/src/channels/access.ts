import type { Queryable, Transaction } from '@palaver/db';
import { lockStream } from '../events/log.js';
import { channelStream } from '../events/streams.js';
import { type Authorized, authorize } from '../kernel/actor.js';
import type { ActorContext } from '../kernel/context.js';
import { AppError } from '../kernel/errors.js';
import { knownId } from '../kernel/ids.js';
import { type Asking, lockServer } from '../servers/access.js';
import type { Role } from '../servers/schemas.js';
import { type ChannelAction, refusal } from './permissions.js';
import { type AskedChannel, findChannelAs, findStandings, type StandingAs } from './queries.js';
import type { ChannelRow } from './record.js';

/** A channel, how the actor stands to it, and the place in its stream that this is true at. */
export type ChannelAccess = ChannelRow & {
  readonly role: Role | null;
  readonly isMember: boolean;
  readonly seq: number;
};

/**
 * Fetches a channel that the actor may do `action` in, with the actor's role in its server and membership.
 * `serverId`, where the path names one, must be the channel's own: a channel of another server is not found.
 * Throws `CHANNEL_NOT_FOUND` for who may not know of it, else what `refusal` says.
 */
export async function accessChannel<Action extends ChannelAction>(
  ctx: Asking,
  channelId: string,
  action: Action,
  serverId?: string,
): Promise<Authorized<ChannelAccess, Action>> {
  const found = await findChannelAs(ctx.db, knownId(channelId, 'CHANNEL_NOT_FOUND'), ctx.actor.userId);
  if (!found || (serverId !== undefined && found.channel.serverId !== serverId)) {
    throw new AppError('CHANNEL_NOT_FOUND');
  }
  const { channel, role, isMember, seq } = found;
  const refused = refusal({ ...channel, role, isMember }, action);
  if (refused) throw new AppError(refused);
  return authorize({ ...channel, role, isMember, seq }, action);
}

/**
 * The same to read, for many people and channels at once: in the order asked, null wherever `accessChannel` would
 * throw. The ids must be well formed.
 */
export async function readableChannels(
  q: Queryable,
  asked: readonly AskedChannel[],
): Promise<Array<Authorized<StandingAs, 'read'> | null>> {
  const found = await findStandings(q, asked);
  return found.map((standing) =>
    standing && refusal(standing, 'read') === null ? authorize(standing, 'read') : null,
  );
}

/**
 * `accessChannel` inside a write, and under the locks of the server (where the path names one) and of the channel: what is
 * true now stays true until the transaction ends.
 */
export async function lockChannel<Action extends ChannelAction>(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  path: { readonly serverId: string; readonly channelId: string },
  action: Action,
): Promise<Authorized<ChannelAccess, Action>> {
  const { actor } = ctx;
  await lockServer(ctx, tx, path.serverId, 'read');
  await lockStream(tx, channelStream(knownId(path.channelId, 'CHANNEL_NOT_FOUND')));
  return accessChannel({ actor, db: tx }, path.channelId, action, path.serverId);
}
