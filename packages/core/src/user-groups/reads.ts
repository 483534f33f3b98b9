import type { ActorContext } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { User } from '../protocol/records/user.js';
import type { UserGroup } from '../protocol/records/user-group.js';
import { accessServer } from '../servers/access.js';
import { toUser } from '../users/record.js';
import { accessUserGroup } from './access.js';
import * as queries from './queries.js';
import { toUserGroup } from './record.js';
import type { UserGroupInput } from './schemas.js';

/** The user groups of a server. Throws `SERVER_NOT_FOUND`. */
export async function listUserGroups(ctx: ActorContext, serverId: string): Promise<UserGroup[]> {
  const { id } = await accessServer(ctx, serverId, 'read');
  const { seq, items } = await queries.listUserGroups(ctx.services.db, id);
  setStreamPositions(ctx.request, { [id]: seq });
  return items.map(toUserGroup);
}

/** The members of a user group. Throws `SERVER_NOT_FOUND` or `USER_GROUP_NOT_FOUND`. */
export async function listGroupMembers(ctx: ActorContext, input: UserGroupInput): Promise<User[]> {
  const { id, serverId } = await accessUserGroup(ctx, input);
  const { seq, items } = await queries.listGroupMembers(ctx.services.db, serverId, id);
  setStreamPositions(ctx.request, { [serverId]: seq });
  return items.map(toUser);
}
