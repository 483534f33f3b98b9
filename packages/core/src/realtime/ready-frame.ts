import type { Actor } from '../kernel/services/actor.js';
import type { ConnectionFrame } from '../protocol/frames.js';
import { toUser } from '../users/record.js';
import type { Hub } from './hub.js';

/** The first frame of a connection that knows whose it is. Throws `USER_NOT_FOUND` for an account that is gone. */
export async function readyFrame(
  hub: Hub,
  actor: Actor,
  heartbeatIntervalMs: number,
): Promise<ConnectionFrame> {
  const user = toUser(await hub.account(actor.userId));
  return { type: 'ready', data: { user, heartbeatIntervalMs } };
}
