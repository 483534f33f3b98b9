import { type Authorized, authorize } from '../kernel/actor.js';
import { AppError } from '../kernel/errors.js';
import { knownId } from '../kernel/ids.js';
import type { Asking } from '../servers/access.js';
import type { Role } from '../servers/schemas.js';
import { type ChannelAction, refusal } from './permissions.js';
import { findChannelAs } from './queries.js';
import type { ChannelRow } from './record.js';

export type ChannelAccess = ChannelRow & { readonly role: Role | null; readonly isMember: boolean };

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
  const { channel, role, isMember } = found;
  const refused = refusal({ ...channel, role, isMember }, action);
  if (refused) throw new AppError(refused);
  return authorize({ ...channel, role, isMember }, action);
}
