import type { AnyChannel, User } from '@palaver/client';
import { actsOnChannel, type Standing } from '../channels/acts-on-channel.js';

interface Asking {
  readonly myId: string | null;
  readonly blockedUserIds: readonly string[];
  /** The channel as whose member the person is shown; null elsewhere. */
  readonly channel: AnyChannel | null;
  readonly standing: Standing;
}

/** What is offered for somebody. Nobody removes themselves here: they leave. */
export function actsOnPerson({ id, deleted }: Pick<User, 'id' | 'deleted'>, asking: Asking) {
  const { myId, blockedUserIds, channel, standing } = asking;
  const isOther = myId !== null && id !== myId && !deleted;
  const isBlocked = blockedUserIds.includes(id);
  return {
    message: isOther,
    block: isOther && !isBlocked,
    unblock: isOther && isBlocked,
    remove: isOther && channel !== null && actsOnChannel(channel, standing).manage,
  };
}
