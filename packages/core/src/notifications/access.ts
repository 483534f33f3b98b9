import { accessChannel } from '../channels/access.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import type { ReadContext } from '../procedures/context.js';
import { accessServer } from '../servers/access.js';
import type { Scope } from './record.js';

export type PreferenceScope = Authorized<Scope, 'setPreference'>;

/** The scope of the actor's preference for a server. Throws `SERVER_NOT_FOUND` for an actor who is not in it. */
export async function accessServerScope(ctx: ReadContext, serverId: string): Promise<PreferenceScope> {
  const server = await accessServer(ctx, serverId, 'setPreference');
  return authorize({ serverId: server.id, channelId: null }, 'setPreference');
}

/** The same for a channel. Throws `CHANNEL_NOT_FOUND` for an actor who may not see it in this server. */
export async function accessChannelScope(
  ctx: ReadContext,
  serverId: string,
  channelId: string,
): Promise<PreferenceScope> {
  const channel = await accessChannel(ctx, channelId, 'setPreference', serverId);
  return authorize({ serverId, channelId: channel.id }, 'setPreference');
}
