import { plainArrayLiteral, statement } from '@palaver/db';
import { channelStream } from '../../log/streams.js';
import type { Deleting } from '../removal/delete-locked.js';
import { deleteReaction } from './queries.js';

/** Whose reactions are taken back: of which people, and those from before an instant alone. */
export interface WhoseReactions {
  readonly channelId: string;
  readonly authorIds: readonly string[];
  /** Null for all. */
  readonly before: Date | null;
}

const find = statement<{ emoji: string; user_id: string }>(`
  select reaction.emoji, reaction.user_id from messages message join reactions reaction on reaction.message_id = message.id
  where message.id = $1::text::uuid and message.channel_id = $2::text::uuid and message.deleted_at is null
    and reaction.user_id = any($3::text::uuid[])
    and ($4::text is null or reaction.created_at < $4::text::timestamptz)`);

/** Takes back what some people have reacted to a message, each with its event. Call it under the lock of the channel's stream. */
export async function eraseReactions(
  { tx, emit }: Pick<Deleting, 'tx' | 'emit'>,
  { channelId, authorIds, before }: WhoseReactions,
  messageId: string,
): Promise<void> {
  const limit = before?.toISOString() ?? null;
  for (const { emoji, user_id: userId } of await find(tx, [
    messageId,
    channelId,
    plainArrayLiteral(authorIds),
    limit,
  ]))
    await emit(channelStream(channelId), async () => {
      await deleteReaction(tx, { messageId, emoji, userId });
      return { type: 'reaction.removed', data: { channelId, messageId, userId, emoji } };
    });
}
