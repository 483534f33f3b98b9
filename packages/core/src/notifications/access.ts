import { accessChannel, accessDm, type ChannelAccess } from '../channels/access.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import type { ReadContext } from '../procedures/context.js';
import type { NotificationLevel } from '../protocol/records/notification-preference.js';
import { accessServer } from '../servers/access.js';
import { ACCOUNT, type Scope } from './record.js';

/** A scope, and the level that its channel gives to those who have set none; null for the rule of servers. */
interface ScopeWithDefault extends Scope {
  readonly defaultLevel: NotificationLevel | null;
}

export type PreferenceScope = Authorized<ScopeWithDefault, 'setPreference'>;

/** The scope of the actor's preference for their whole account. */
export function accountScope(): PreferenceScope {
  return authorize({ ...ACCOUNT, defaultLevel: null }, 'setPreference');
}

/** The scope of the actor's preference for a server. Throws `SERVER_NOT_FOUND` for an actor who is not in it. */
export async function accessServerScope(ctx: ReadContext, serverId: string): Promise<PreferenceScope> {
  const server = await accessServer(ctx, serverId, 'setPreference');
  return authorize({ serverId: server.id, channelId: null, defaultLevel: null }, 'setPreference');
}

/**
 * The same for a channel: of the server that `serverId` names, else of any server or a direct message. Throws
 * `CHANNEL_NOT_FOUND` for an actor who may not see it there.
 */
export async function accessChannelScope(
  ctx: ReadContext,
  channelId: string,
  serverId?: string,
): Promise<PreferenceScope> {
  return scopeOf(await accessChannel(ctx, channelId, 'setPreference', serverId));
}

/** The same for direct messages alone. */
export async function accessDmScope(ctx: ReadContext, channelId: string): Promise<PreferenceScope> {
  return scopeOf(await accessDm(ctx, channelId, 'setPreference'));
}

function scopeOf({
  id,
  serverId,
  defaultNotificationLevel,
}: Authorized<ChannelAccess, 'setPreference'>): PreferenceScope {
  return authorize({ serverId, channelId: id, defaultLevel: defaultNotificationLevel }, 'setPreference');
}
