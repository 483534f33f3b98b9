import { accessChannel } from '../../channels/access.js';
import type { Actor } from '../../kernel/services/actor.js';
import { within } from '../../procedures/context.js';
import { requireScopeOfToken } from '../../procedures/key-scope.js';
import type { Services } from '../../procedures/services.js';
import type { TransientFrame } from '../../protocol/frames.js';

/** `typing.started` is published at most once in this time, for each connection and channel. */
const INTERVAL_MS = 3_000;

export type Typing = (channelId: string) => Promise<void>;

/**
 * Publishes to the channel's other subscribers that the actor is typing, at most once in 3 seconds.
 * Throws `CHANNEL_NOT_FOUND`, `CHANNEL_ARCHIVED` or `SCOPE_REQUIRED`.
 */
export function typingOf({ db, bus }: Pick<Services, 'db' | 'bus'>, actor: Actor): Typing {
  const publishedAt = new Map<string, number>();
  return async (channelId) => {
    requireScopeOfToken(actor, 'messages:write');
    const now = performance.now();
    for (const [id, at] of publishedAt) {
      if (now - at >= INTERVAL_MS) publishedAt.delete(id);
    }
    if (publishedAt.has(channelId)) return;
    const { id } = await accessChannel(within(db, { actor }), channelId, 'post');
    publishedAt.set(id, now);
    const frame: TransientFrame = { type: 'typing.started', data: { channelId: id, userId: actor.userId } };
    bus.notify({
      streamId: id,
      frame: JSON.stringify(frame),
      exceptUserId: actor.userId,
      onlyUserIds: null,
    });
  };
}
