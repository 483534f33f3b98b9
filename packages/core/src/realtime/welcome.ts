import type { ConnectionFrame } from '../events/frames.js';
import type { Actor } from '../kernel/actor.js';
import type { Services } from '../kernel/context.js';
import { accessUser } from '../users/access.js';
import { toUser } from '../users/record.js';

/** The first frame of a connection that knows whose it is. Throws `USER_NOT_FOUND` for an account that is gone. */
export async function readyFrame(
  services: Pick<Services, 'db'>,
  actor: Actor,
  heartbeatIntervalMs: number,
): Promise<ConnectionFrame> {
  const user = toUser(await accessUser(services, actor.userId));
  return { type: 'ready', data: { user, heartbeatIntervalMs } };
}
