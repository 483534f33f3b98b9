import { accessChannel } from '../channels/access.js';
import type { Actor } from '../kernel/services/actor.js';
import type { Services } from '../procedures/services.js';
import type { TransientFrame } from '../protocol/frames.js';

/** Whoever goes on typing is announced again only after this. */
const QUIET_MS = 3_000;

export type Typing = (channelId: string) => Promise<void>;

/**
 * Announces that the actor is typing, to the channel's other readers, and not again for a while.
 * Throws `CHANNEL_NOT_FOUND` or `CHANNEL_ARCHIVED`.
 */
export function typingOf({ db, bus }: Pick<Services, 'db' | 'bus'>, actor: Actor): Typing {
  const announced = new Map<string, number>();
  return async (channelId) => {
    const now = performance.now();
    for (const [id, at] of announced) {
      if (now - at >= QUIET_MS) announced.delete(id);
    }
    if (announced.has(channelId)) return;
    const { id } = await accessChannel({ db, actor }, channelId, 'post');
    announced.set(id, now);
    const frame: TransientFrame = { type: 'typing.started', data: { channelId: id, userId: actor.userId } };
    bus.notify({ streamId: id, frame: JSON.stringify(frame), exceptUserId: actor.userId });
  };
}
