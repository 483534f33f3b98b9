import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import type { ActorContext } from '../procedures/context.js';
import { lockServer } from '../servers/access.js';
import { findEmoji, lockEmojiOfChannel } from './queries.js';
import type { EmojiRow } from './record.js';

/**
 * Fetches an emoji of a server that the actor may manage, inside a write and under the server's lock: emoji change under
 * it only. Throws what `lockServer` does, and `EMOJI_NOT_FOUND` also for an emoji of another server.
 */
export async function lockEmoji(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  serverId: string,
  emojiId: string,
): Promise<Authorized<EmojiRow, 'manageEmoji'>> {
  const server = await lockServer(ctx, tx, serverId, 'manageEmoji');
  const emoji = await findEmoji(tx, server.id, requireUuid(emojiId, 'EMOJI_NOT_FOUND'));
  if (!emoji) throw new AppError('EMOJI_NOT_FOUND');
  return authorize(emoji, 'manageEmoji');
}

/**
 * An emoji for use in a channel that the actor may use: one of the channel's server, which is neither renamed nor removed
 * until the transaction ends. Null where there is none, so always in a direct message.
 */
export function usableEmoji(
  tx: Transaction,
  channelId: string,
  by: { readonly id: string } | { readonly name: string },
): Promise<Pick<EmojiRow, 'id' | 'name'> | null> {
  return lockEmojiOfChannel(tx, channelId, by);
}
