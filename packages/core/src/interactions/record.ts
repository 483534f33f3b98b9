import { iso } from '../kernel/sql/instant.js';
import type { Interaction } from '../protocol/records/interaction.js';
import type { InteractionRow } from './queries.js';

/** An interaction as its parties see it. */
export function toInteraction(
  row: Omit<InteractionRow, 'askedSeq' | 'sendAt' | 'sendAttempts' | 'lease'>,
): Interaction {
  const { id, kind, botId, userId, serverId, channelId, threadId, name, messageId, componentId } = row;
  return {
    id,
    kind,
    botId,
    userId,
    serverId,
    channelId,
    threadId,
    name,
    messageId,
    componentId,
    createdAt: iso(row.createdAt),
    expiresAt: iso(row.expiresAt),
    answers: row.answers,
  };
}
