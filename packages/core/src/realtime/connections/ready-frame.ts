import type { Actor } from '../../kernel/services/actor.js';
import type { ConnectionFrame } from '../../protocol/frames.js';
import { toUser } from '../../users/record.js';
import type { Hub } from '../hub.js';

/** The frame that answers a connection's authentication. Throws `USER_NOT_FOUND` when the account is deleted. */
export async function readyFrame(
  hub: Hub,
  actor: Actor,
  heartbeatIntervalMs: number,
): Promise<ConnectionFrame> {
  const user = toUser(await hub.account(actor.userId));
  return { type: 'ready', data: { user, heartbeatIntervalMs } };
}
